/* Atomic additions to numbers in memory that others may see. Tangents are added in the same way. In
 * the reverse sweep the place keeps its adjoint, which is also that of what was added; others may
 * add to it meanwhile, so that it is read, and added to, at once. */
#include "diff.h"

bool atomic_is_sum(const Deriver *deriver, LLVMValueRef instruction) {
  if (!LLVMIsAAtomicRMWInst(instruction))
    return false;
  LLVMAtomicRMWBinOp operation = LLVMGetAtomicRMWBinOp(instruction);
  ByteType byte = types_of_access(deriver->sweep.types, instruction, 0);
  return (operation == LLVMAtomicRMWBinOpFAdd || operation == LLVMAtomicRMWBinOpFSub) &&
         LLVMGetTypeKind(LLVMTypeOf(instruction)) != LLVMVectorTypeKind &&
         byte.kind == BYTE_FLOAT && byte.offset == 0;
}

/* The operation on the shadow. */
static LLVMValueRef build(Deriver *deriver, LLVMValueRef sum, LLVMAtomicRMWBinOp operation,
                          LLVMValueRef place, LLVMValueRef delta) {
  LLVMValueRef copy = LLVMBuildAtomicRMW(deriver->builder, operation, place, delta,
                                         LLVMGetOrdering(sum), LLVMIsAtomicSingleThread(sum));
  LLVMSetAlignment(copy, LLVMGetAlignment(sum));
  scope_mark(&deriver->sweep, copy, SCOPE_SHADOW);
  return copy;
}

void atomic_forward(Deriver *deriver, LLVMValueRef sum) {
  LLVMValueRef pointer = LLVMGetOperand(sum, 0), added = LLVMGetOperand(sum, 1);
  deriver_position_after(deriver, deriver_clone_of(deriver, sum));
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef old = build_zero(LLVMTypeOf(sum));
    if (deriver_has_shadow(deriver, pointer)) {
      LLVMValueRef place = deriver_shadow(deriver, pointer, lane);
      LLVMValueRef inactive = guard_inactive(deriver, deriver_clone_of(deriver, pointer), place);
      if (deriver_is_active(deriver, added))
        guard_check(deriver, sum, inactive);
      old = build(deriver, sum, LLVMGetAtomicRMWBinOp(sum),
                  guard_address(deriver, inactive, place, LLVMTypeOf(sum)),
                  deriver_shadow(deriver, added, lane));
      old = guard_value(deriver, inactive, old);
    }
    if (deriver_is_active(deriver, sum))
      deriver_set_shadow(deriver, sum, lane, old);
  }
}

void atomic_reverse(Deriver *deriver, LLVMValueRef sum) {
  LLVMValueRef added = LLVMGetOperand(sum, 1);
  LLVMTypeRef type = LLVMTypeOf(sum);
  bool subtracts = LLVMGetAtomicRMWBinOp(sum) == LLVMAtomicRMWBinOpFSub;
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef inactive = NULL;
    LLVMValueRef place = reverse_shadow_place(deriver, sum, lane, type, &inactive);
    LLVMValueRef of_place = LLVMBuildLoad2(deriver->builder, type, place, "");
    LLVMSetAlignment(of_place, LLVMGetAlignment(sum));
    LLVMSetOrdering(of_place, LLVMAtomicOrderingMonotonic);
    scope_mark(&deriver->sweep, of_place, SCOPE_SHADOW);
    if (deriver_is_active(deriver, sum)) /* what was there before */
      build(deriver, sum, LLVMAtomicRMWBinOpFAdd, place, adjoint_take(deriver, sum, lane));
    if (!deriver_is_active(deriver, added))
      continue;
    guard_check(deriver, sum, inactive);
    of_place = guard_value(deriver, inactive, of_place);
    if (subtracts)
      of_place = LLVMBuildFNeg(deriver->builder, of_place, "");
    adjoint_add(deriver, added, lane, of_place);
  }
}
