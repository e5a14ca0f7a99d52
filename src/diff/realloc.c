/* realloc: the shadow moves with its block, and the reverse sweep adds the adjoints of what was
 * kept to the old block's. */
#include "block.h"

/* Does the block that is reallocated turn out inactive? Null is a block that is still to come. */
static LLVMValueRef reallocates_inactive(Deriver *deriver, LLVMValueRef call, unsigned lane) {
  LLVMValueRef pointer = LLVMGetOperand(call, 0), primal = deriver_clone_of(deriver, pointer);
  LLVMValueRef same = guard_inactive(deriver, primal, deriver_shadow(deriver, pointer, lane));
  LLVMValueRef null = LLVMConstNull(LLVMTypeOf(primal));
  return same ? LLVMBuildAnd(deriver->builder, same,
                             LLVMBuildICmp(deriver->builder, LLVMIntNE, primal, null, ""), "")
              : NULL;
}

void realloc_forward(Deriver *deriver, LLVMValueRef call) {
  LLVMValueRef clone = deriver_clone_of(deriver, call), pointer = LLVMGetOperand(call, 0);
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  LLVMTypeRef pointer_type = LLVMPointerTypeInContext(context, 0);
  LLVMTypeRef i64 = LLVMInt64TypeInContext(context);
  unsigned lanes = deriver_has_shadow(deriver, call) ? deriver->width : 0;
  deriver_position_after(deriver, clone);
  if (deriver->key->mode == REQUEST_FORWARD) {
    for (unsigned lane = 0; lane < lanes && deriver->key->logs_shadows; lane++) {
      LLVMValueRef bytes =
          LLVMBuildIntCast2(deriver->builder, LLVMGetOperand(clone, 1), i64, false, "");
      LLVMValueRef old = deriver_shadow(deriver, pointer, lane);
      deriver_set_shadow(deriver, call, lane, replay_shadow(deriver, bytes, old, lane));
    }
    for (unsigned lane = 0; lane < lanes && !deriver->key->logs_shadows; lane++) {
      LLVMValueRef shadow = LLVMInstructionClone(clone),
                   old = deriver_shadow(deriver, pointer, lane);
      LLVMValueRef inactive = reallocates_inactive(deriver, call, lane);
      LLVMSetOperand(shadow, 0, guard_value(deriver, inactive, old));
      LLVMSetOperand(shadow, 1, guard_value(deriver, inactive, LLVMGetOperand(clone, 1)));
      LLVMInsertIntoBuilder(deriver->builder, shadow);
      if (inactive) {
        LLVMValueRef null = LLVMConstNull(LLVMTypeOf(shadow));
        LLVMBuildFree(deriver->builder,
                      LLVMBuildSelect(deriver->builder, inactive, shadow, null, ""));
        shadow = LLVMBuildSelect(deriver->builder, inactive, clone, shadow, "");
      }
      deriver_set_shadow(deriver, call, lane, shadow);
    }
    return;
  }
  LLVMValueRef bytes =
      LLVMBuildIntCast2(deriver->builder, LLVMGetOperand(clone, 1), i64, false, "");
  LLVMValueRef of_primal[] = {LLVMGetOperand(clone, 0), bytes, deriver->sweep.tape};
  LLVMValueRef primal =
      deriver_call_runtime(deriver, "adcc_tape_realloc", pointer_type, of_primal, 3);
  LLVMValueRef *inactive = ARENA_ARRAY(deriver->sweep.arena, LLVMValueRef, lanes + 1);
  for (unsigned lane = 0; lane < lanes; lane++) {
    inactive[lane] = reallocates_inactive(deriver, call, lane);
    LLVMValueRef arguments[] = {
        guard_value(deriver, inactive[lane], deriver_shadow(deriver, pointer, lane)),
        guard_value(deriver, inactive[lane], bytes), deriver->sweep.tape};
    deriver_set_shadow(
        deriver, call, lane,
        deriver_call_runtime(deriver, "adcc_tape_realloc_shadow", pointer_type, arguments, 3));
  }
  for (unsigned lane = 0; lane < lanes; lane++)
    if (inactive[lane])
      deriver_set_shadow(deriver, call, lane,
                         LLVMBuildSelect(deriver->builder, inactive[lane], primal,
                                         deriver_shadow(deriver, call, lane), ""));
  deriver_replace_clone(deriver, call, primal);
}

void realloc_reverse(Deriver *deriver, LLVMValueRef call) {
  if (!deriver_has_shadow(deriver, call))
    return;
  ByteType first = types_of_memory(deriver->sweep.types, call, 0);
  FieldArray fields = {0};
  uint64_t period = types_period(deriver->sweep.types, call);
  if (period == 0)
    period = first.kind == BYTE_FLOAT
                 ? LLVMABISizeOfType(LLVMGetModuleDataLayout(deriver->diff->module), first.type)
                 : 8;
  for (uint64_t at = 0; at < period;) {
    ByteType byte = types_of_memory(deriver->sweep.types, call, (int64_t)at);
    if (byte.kind == BYTE_UNKNOWN || byte.kind == BYTE_CONFLICT) {
      deriver_error(deriver, call, DIAG_UNKNOWN_TYPE,
                    "the types of the bytes reallocated are not known");
      return;
    }
    bool number = byte.kind == BYTE_FLOAT || byte.kind == BYTE_MIXED;
    uint64_t size = number ? block_size_of(deriver, byte.type) : 1;
    Field field = {at, size, byte.type, byte.kind, false};
    if (number)
      ARRAY_PUSH(deriver->sweep.arena, fields, field);
    at += size;
  }
  if (!fields.count)
    return;
  block_shorten(&fields, &period);
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(deriver->diff->module));
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef from = reverse_fetch_shadow(deriver, LLVMGetOperand(call, 0), lane);
    LLVMValueRef to = reverse_fetch_shadow(deriver, call, lane);
    LLVMValueRef arguments[] = {from, to};
    LLVMValueRef bytes = deriver_call_runtime(deriver, "adcc_tape_common_bytes", i64, arguments, 2);
    /* malloc may have given more than was asked for: a part of an item is none. */
    LLVMValueRef item = LLVMConstInt(i64, period, false);
    bytes =
        LLVMBuildSub(deriver->builder, bytes, LLVMBuildURem(deriver->builder, bytes, item, ""), "");
    if (deriver->key->runtime_activity)
      bytes = guard_value(deriver, guard_inactive(deriver, reverse_fetch_primal(deriver, call), to),
                          bytes);
    block_loop(deriver, to, from, bytes, period, &fields, false, block_add_adjoint);
  }
}
