/* The forward sweep's part of mirrors: memory on the tape before the nest, and the copy of what the
 * nest has left, made where it is left. */
#include "tape_code.h"

enum { ALIGNMENT = 64 };

static LLVMValueRef as_integer(LLVMBuilderRef b, LLVMTypeRef i64, LLVMValueRef pointer) {
  return LLVMBuildPtrToInt(b, pointer, i64, "");
}

/* Where the object would lie if what is copied lay in `frame`, with the alignment it has there. */
static LLVMValueRef build_image(LLVMBuilderRef b, const Sweep *sweep, const Mirror *mirror,
                                LLVMValueRef frame, LLVMValueRef *first) {
  LLVMTypeRef i64 = LLVMTypeOf(mirror->nest->counter);
  LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetTypeContext(i64));
  LLVMValueRef low = as_integer(b, i64, mirror->copied.low);
  LLVMValueRef shift = LLVMBuildAnd(b, LLVMBuildSub(b, low, as_integer(b, i64, frame), ""),
                                    LLVMConstInt(i64, ALIGNMENT - 1, false), "");
  *first = LLVMBuildInBoundsGEP2(b, i8, frame, &shift, 1, "mirror");
  LLVMValueRef object = map_get(sweep->clone, mirror->object);
  object = as_integer(b, i64, object ? object : mirror->object);
  LLVMValueRef distance = LLVMBuildSub(b, object, low, "");
  return LLVMBuildGEP2(b, i8, *first, &distance, 1, "image");
}

static void copy_at_exits(LLVMBuilderRef b, const Sweep *sweep, const Mirror *mirror,
                          LLVMValueRef first, LLVMValueRef bytes) {
  size_t count = bridge_loop_exit_blocks(mirror->nest->primal, NULL, 0);
  LLVMBasicBlockRef *exits = ARENA_ARRAY(sweep->arena, LLVMBasicBlockRef, count + 1);
  bridge_loop_exit_blocks(mirror->nest->primal, exits, count);
  for (size_t i = 0; i < count; i++) {
    LLVMBasicBlockRef exit =
        LLVMValueAsBasicBlock(map_get(sweep->clone, LLVMBasicBlockAsValue(exits[i])));
    LLVMValueRef at = LLVMGetFirstInstruction(exit);
    while (LLVMIsAPHINode(at) || LLVMIsALandingPadInst(at))
      at = LLVMGetNextInstruction(at);
    LLVMPositionBuilderBefore(b, at);
    LLVMSetCurrentDebugLocation2(b, NULL);
    LLVMBuildMemCpy(b, first, 1, mirror->copied.low, 1, bytes);
  }
}

void mirror_emit(const Sweep *sweep, const Plan *plan) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(sweep->function));
  LLVMTypeRef i64 = LLVMInt64TypeInContext(context), pointer = LLVMPointerTypeInContext(context, 0);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
  for (size_t i = 0; i < plan->mirrors.count; i++) {
    Mirror *mirror = plan->mirrors.items[i];
    if (!mirror->is_used)
      continue;
    LLVMPositionBuilderBefore(
        b, mirror->image ? mirror->image : LLVMGetBasicBlockTerminator(mirror->nest->preheader));
    LLVMValueRef low = as_integer(b, i64, mirror->copied.low),
                 high = as_integer(b, i64, mirror->copied.high);
    LLVMValueRef any = LLVMBuildICmp(b, LLVMIntULT, low, high, "");
    LLVMValueRef bytes =
        LLVMBuildSelect(b, any, LLVMBuildSub(b, high, low, ""), LLVMConstNull(i64), "mirror.bytes");
    LLVMValueRef arguments[] = {sweep->tape,
                                LLVMBuildAdd(b, bytes, LLVMConstInt(i64, ALIGNMENT, false), "")};
    LLVMValueRef frame = tape_call(sweep, b, "adcc_tape_push", pointer, arguments, 2), first;
    LLVMValueRef image = build_image(b, sweep, mirror, frame, &first);
    if (mirror->image)
      LLVMSetOperand(mirror->image, 0, image);
    else
      mirror->image = image;
    copy_at_exits(b, sweep, mirror, first, bytes);
  }
  for (size_t i = 0; i < map_count(plan->overwrites); i++) {
    const void *store;
    const Overwrite *overwrite = map_entry(plan->overwrites, i, &store);
    if (overwrite->is_undone)
      scope_mark(sweep, overwrite->old, SCOPE_PRIMAL);
  }
  LLVMDisposeBuilder(b);
}
