/* The frame of a split derivative's values that are in no loop. A call that returns early, as that
 * of a leaf in a recursion, comes to none of them: the frame is pushed where all that is stored to
 * it is still to come, and a call that does not get there has `none`. That is memory, too: the
 * reverse half may read before it knows which way was taken. */
#include "tape_code.h"

static LLVMValueRef after_phis(LLVMBasicBlockRef block) {
  LLVMValueRef at = LLVMGetFirstInstruction(block);
  while (LLVMIsAPHINode(at))
    at = LLVMGetNextInstruction(at);
  return at;
}

/* The nearest block outside of loops that dominates all uses; NULL if that is the entry. */
static LLVMBasicBlockRef late_block(const Sweep *sweep, BridgeAnalysesRef analyses,
                                    LLVMValueRef root) {
  LLVMBasicBlockRef block = NULL, entry = LLVMGetEntryBasicBlock(sweep->function);
  for (LLVMUseRef use = LLVMGetFirstUse(root); use; use = LLVMGetNextUse(use)) {
    LLVMBasicBlockRef user = LLVMGetInstructionParent(LLVMGetUser(use));
    block = block ? bridge_common_dominator(analyses, block, user) : user;
  }
  while (block && block != entry && sweep_loop_of(sweep, LLVMGetBasicBlockTerminator(block)))
    block = bridge_immediate_dominator(analyses, block);
  return block == entry ? NULL : block;
}

static LLVMValueRef no_frame(const Sweep *sweep, uint64_t bytes) {
  LLVMModuleRef module = LLVMGetGlobalParent(sweep->function);
  LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetModuleContext(module));
  LLVMTypeRef type = LLVMArrayType2(i8, bytes);
  LLVMValueRef memory = LLVMAddGlobal(module, type, "adcc.no.frame");
  LLVMSetInitializer(memory, LLVMConstNull(type));
  LLVMSetLinkage(memory, LLVMInternalLinkage);
  LLVMSetAlignment(memory, 64);
  return memory;
}

RootFrame root_frame_push(Sweep *sweep, TapeLayout *layout) {
  RootFrame root = {.bytes = layout->root->record_bytes};
  if (!root.bytes)
    return root;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(sweep->tape)));
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(sweep->tape)));
  LLVMPositionBuilderBefore(builder, build_entry_point(sweep->function));
  LLVMValueRef arguments[] = {sweep->tape, LLVMConstInt(i64, root.bytes, false)};
  root.pushed = tape_call(sweep, builder, "adcc_tape_push", LLVMTypeOf(sweep->tape), arguments, 2);
  layout->root->pointer = root.pushed;
  LLVMDisposeBuilder(builder);
  return root;
}

void root_frame_delay(Sweep *sweep, RootFrame *root) {
  LLVMValueRef boundary = sweep->boundary;
  if (!root->pushed || !boundary)
    return;
  BridgeAnalysesRef analyses = bridge_analyses_create(sweep->function);
  LLVMBasicBlockRef block = late_block(sweep, analyses, root->pushed);
  bool always =
      !block || bridge_block_dominates(analyses, block, LLVMGetInstructionParent(boundary));
  bridge_analyses_dispose(analyses);
  if (always)
    return;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(sweep->tape)));
  root->none = no_frame(sweep, root->bytes);
  root->slot = build_alloca_in_entry(sweep->function, LLVMTypeOf(root->pushed), "frame");
  LLVMPositionBuilderBefore(builder, build_point_after(root->slot));
  LLVMBuildStore(builder, root->none, root->slot);
  LLVMInstructionRemoveFromParent(root->pushed);
  LLVMPositionBuilderBefore(builder, after_phis(block));
  LLVMInsertIntoBuilder(builder, root->pushed);
  LLVMBuildStore(builder, root->pushed, root->slot);
  LLVMDisposeBuilder(builder);
}

LLVMValueRef root_frame_of_half(const RootFrame *root, LLVMBuilderRef builder, const Map *clones) {
  LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetBuilderContext(builder), 0);
  if (!root->pushed)
    return LLVMConstNull(pointer);
  return root->slot ? LLVMBuildLoad2(builder, pointer, map_get(clones, root->slot), "")
                    : map_get(clones, root->pushed);
}

void root_frame_pop(const Sweep *sweep, const RootFrame *root, LLVMValueRef frame) {
  if (!root->pushed)
    return;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(sweep->tape)));
  LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(sweep->reverse_exit));
  if (root->none) { /* then the tape stays as it is */
    LLVMValueRef cursor = LLVMBuildLoad2(builder, LLVMTypeOf(frame), sweep->tape, "cursor");
    LLVMValueRef is_none = LLVMBuildICmp(builder, LLVMIntEQ, frame, root->none, "");
    frame = LLVMBuildSelect(builder, is_none, cursor, frame, "");
  }
  LLVMValueRef arguments[] = {sweep->tape, frame};
  tape_call(sweep, builder, "adcc_tape_pop", NULL, arguments, 2);
  LLVMDisposeBuilder(builder);
}
