/* Addresses with a mark in their upper bits, in words that hold numbers at other times (NaN
 * boxing). In reverse mode it is seen from the word of the shadow what it is, and that of a marked
 * address looks like an adjoint: where such an address is used the program stops. (In forward mode
 * it does where the mark is looked at: see mixed_check.) */
#include "diff.h"

/* Does the operation with a constant change what a number's exponent is in? */
static bool changes_upper_bits(LLVMValueRef operation, LLVMValueRef constant) {
  enum { UPPER = 48 };
  uint64_t bits = LLVMConstIntGetZExtValue(constant), ones = UINT64_MAX >> UPPER;
  switch (LLVMGetInstructionOpcode(operation)) {
  case LLVMAnd:
    return bits >> UPPER != ones;
  case LLVMOr:
  case LLVMXor:
    return bits >> UPPER != 0;
  case LLVMAdd:
  case LLVMSub:
    return bits >> UPPER != 0 && bits >> UPPER != ones;
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
    return true;
  default:
    return false;
  }
}

static bool takes_off_mark(const Deriver *deriver, LLVMValueRef address) {
  enum { MOST_STEPS = 8 };
  LLVMValueRef word = LLVMGetOperand(address, 0);
  bool marked = false;
  for (unsigned i = 0; i < MOST_STEPS && LLVMIsABinaryOperator(word); i++) {
    LLVMValueRef constant = LLVMGetOperand(word, 1);
    if (!LLVMIsAConstantInt(constant) || LLVMGetIntTypeWidth(LLVMTypeOf(constant)) != 64)
      return false;
    marked |= changes_upper_bits(word, constant);
    word = LLVMGetOperand(word, 0);
  }
  return marked && types_of_value(deriver->sweep.types, word, 0).kind == BYTE_MIXED;
}

/* Is it one, or a place that it leads to? */
static bool is_marked(const Deriver *deriver, LLVMValueRef pointer) {
  while (LLVMIsAGetElementPtrInst(pointer))
    pointer = LLVMGetOperand(pointer, 0);
  return LLVMIsAIntToPtrInst(pointer) && deriver_has_shadow(deriver, pointer) &&
         takes_off_mark(deriver, pointer);
}

/* Where LLVM computes the address is no matter: it may do so before it is asked what the word is.
 */
void marked_address_stop(Deriver *deriver, LLVMValueRef instruction) {
  if (LLVMIsAGetElementPtrInst(instruction) || LLVMIsAICmpInst(instruction) ||
      LLVMIsAPHINode(instruction))
    return;
  bool marked = false;
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction) && !marked; i++)
    marked = is_marked(deriver, LLVMGetOperand(instruction, i));
  if (!marked)
    return;
  LLVMPositionBuilderBefore(deriver->builder, deriver_clone_of(deriver, instruction));
  LLVMValueRef stop = deriver_call_runtime(deriver, "adcc_marked_address", NULL, NULL, 0);
  call_add_mark(stop, "noreturn");
  call_add_mark(stop, "cold");
}
