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

/* Integers that numbers are moved in are taken apart and joined only where whole numbers come out.
 */
void deriver_error_unsupported(Deriver *deriver, LLVMValueRef instruction) {
  bool integer = LLVMGetTypeKind(type_scalar(LLVMTypeOf(instruction))) == LLVMIntegerTypeKind;
  bool computes = integer && LLVMIsABinaryOperator(instruction);
  bool cuts = (integer && LLVMIsACastInst(instruction)) || (computes && is_shift(instruction));
  if (cuts)
    deriver_error(deriver, instruction, DIAG_UNKNOWN_TYPE, "a part of a number's bits by itself");
  else if (computes)
    deriver_error(deriver, instruction, DIAG_UNKNOWN_TYPE,
                  "integer arithmetic on the bits of floating point");
  else
    deriver_error(deriver, instruction, DIAG_UNSUPPORTED, "this instruction");
}
