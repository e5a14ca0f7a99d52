/* What cannot be differentiated: where it is, and why it carries a derivative. */
#include "diff.h"

void deriver_error(Deriver *deriver, LLVMValueRef where, DiagId id, const char *detail) {
  diag_at(deriver->diff->sink, where, id, detail);
  activity_explain(deriver->sweep.activity, deriver->diff->sink, where);
  deriver->failed = true;
}

static bool is_shift(LLVMValueRef value) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  return opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr;
}

static bool is_operation(LLVMValueRef value, LLVMOpcode opcode) {
  return LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) == opcode;
}

static bool is_opposite(LLVMValueRef value, LLVMValueRef mask) {
  return is_operation(value, LLVMXor) &&
         (LLVMGetOperand(value, 0) == mask || LLVMGetOperand(value, 1) == mask);
}

/* (a & mask) | (b & ~mask) */
static bool is_blend(LLVMValueRef value) {
  if (!is_operation(value, LLVMOr))
    return false;
  LLVMValueRef a = LLVMGetOperand(value, 0), b = LLVMGetOperand(value, 1);
  for (unsigned i = 0; is_operation(a, LLVMAnd) && is_operation(b, LLVMAnd) && i < 4; i++) {
    LLVMValueRef mask = LLVMGetOperand(a, i % 2), other = LLVMGetOperand(b, i / 2);
    if (is_opposite(other, mask) || is_opposite(mask, other))
      return true;
  }
  return false;
}

const char *bits_arithmetic_text(LLVMValueRef operation) {
  bool blends = is_blend(operation);
  for (LLVMUseRef use = LLVMGetFirstUse(operation); use && !blends; use = LLVMGetNextUse(use))
    blends = is_blend(LLVMGetUser(use));
  return blends
             ? "integer arithmetic on the bits of floating point, a blend by a mask that is not "
               "seen to be all ones or all zeros in each lane; where it is, write 'condition ? a "
               ": b'"
             : "integer arithmetic on the bits of floating point";
}

/* Integers that numbers are moved in are taken apart and joined only where whole numbers come out.
 */
void deriver_error_unsupported(Deriver *deriver, LLVMValueRef instruction) {
  bool integer = LLVMGetTypeKind(type_scalar(LLVMTypeOf(instruction))) == LLVMIntegerTypeKind;
  bool computes = integer && LLVMIsABinaryOperator(instruction);
  bool cuts = (integer && LLVMIsACastInst(instruction)) || (computes && is_shift(instruction));
  if (cuts)
    deriver_error(deriver, instruction, DIAG_UNKNOWN_TYPE, "a part of a number's bits by itself");
  else if (computes)
    deriver_error(deriver, instruction, DIAG_COMPUTED_BITS, bits_arithmetic_text(instruction));
  else
    deriver_error(deriver, instruction, DIAG_UNSUPPORTED, "this instruction");
}
