/* How often a loop runs that fills a vector, if the vector does not grow. LLVM takes the size of
 * another vector, up to which the loop counts, to be another one where this one has given a block
 * back: there it reads the size again. */
#include "reserve.h"

bool growth_grows(const Growth *growth, LLVMBasicBlockRef block) {
  return bridge_block_dominates(growth->analyses, growth->grows, block);
}

LLVMValueRef growth_without(const Growth *growth, LLVMValueRef phi) {
  LLVMValueRef value = NULL;
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
    if (growth_grows(growth, LLVMGetIncomingBlock(phi, i)))
      continue;
    if (value && value != LLVMGetIncomingValue(phi, i))
      return NULL;
    value = LLVMGetIncomingValue(phi, i);
  }
  return value;
}

/* What a phi is in every iteration: the value that the loop begins with, if each one hands it on as
 * it got it. NULL if that is not so. */
static LLVMValueRef what_stays(const Growth *growth, LLVMValueRef phi) {
  enum { MOST_STEPS = 8 };
  while (phi && LLVMIsAPHINode(phi) && LLVMGetInstructionParent(phi) != growth->header)
    phi = growth_without(growth, phi);
  if (!phi || !LLVMIsAPHINode(phi))
    return NULL;
  LLVMValueRef next = phi_incoming_from(phi, growth->latch);
  for (unsigned i = 0; i < MOST_STEPS && next && next != phi; i++)
    next = LLVMIsAPHINode(next) && LLVMGetInstructionParent(next) != growth->header
               ? growth_without(growth, next)
               : NULL;
  return next == phi ? phi_incoming_from(phi, bridge_loop_preheader(growth->loop)) : NULL;
}

static bool is_computed(LLVMValueRef value) {
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMPtrToInt:
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
  case LLVMSExt:
  case LLVMZExt:
  case LLVMTrunc:
    return true;
  case LLVMSDiv:
  case LLVMUDiv: { /* by the size of an element */
    LLVMValueRef divisor = LLVMGetOperand(value, 1);
    return LLVMIsAConstantInt(divisor) && !LLVMIsNull(divisor) &&
           LLVMConstIntGetSExtValue(divisor) != -1;
  }
  default:
    return false;
  }
}

/* The value, which is the same in all iterations, before the loop; NULL if it is not. */
static LLVMValueRef build_ahead(const Growth *growth, LLVMBuilderRef builder, LLVMValueRef value,
                                unsigned depth) {
  enum { MOST_DEPTH = 6, MOST_OPERANDS = 2 };
  if (!LLVMIsAInstruction(value) ||
      !bridge_loop_contains(growth->loop, LLVMGetInstructionParent(value)))
    return value;
  if (LLVMIsAPHINode(value))
    return what_stays(growth, value);
  if (depth == MOST_DEPTH || !is_computed(value))
    return NULL;
  LLVMValueRef operands[MOST_OPERANDS] = {NULL, NULL};
  unsigned count = (unsigned)LLVMGetNumOperands(value);
  for (unsigned i = 0; i < count; i++) {
    operands[i] = build_ahead(growth, builder, LLVMGetOperand(value, i), depth + 1);
    if (!operands[i])
      return NULL;
  }
  LLVMValueRef copy = LLVMInstructionClone(value);
  for (unsigned i = 0; i < count; i++)
    LLVMSetOperand(copy, i, operands[i]);
  LLVMInsertIntoBuilder(builder, copy);
  return copy;
}

/* The loop counts up to a number from before it. */
static LLVMValueRef count_up_to(Growth *growth, LLVMBasicBlockRef exit, LLVMValueRef at,
                                LLVMValueRef test, unsigned side, LLVMValueRef limit) {
  LLVMValueRef before = LLVMGetOperand(test, side);
  LLVMSetOperand(test, side, limit);
  bridge_analyses_invalidate(growth->analyses);
  growth->loop = bridge_loop_of(growth->analyses, growth->header);
  LLVMValueRef count = bridge_loop_expand_exit_count(growth->analyses, growth->loop, exit, at);
  if (count && !LLVMIsAConstantInt(count)) /* of one that is, reserve.c may make no use */
    return count;
  LLVMSetOperand(test, side, before);
  bridge_analyses_invalidate(growth->analyses);
  growth->loop = bridge_loop_of(growth->analyses, growth->header);
  return NULL;
}

LLVMValueRef growth_count_pushes(Growth *growth, LLVMBasicBlockRef exit, LLVMValueRef at) {
  LLVMValueRef count = bridge_loop_expand_exit_count(growth->analyses, growth->loop, exit, at);
  LLVMValueRef branch = LLVMGetBasicBlockTerminator(exit);
  if (count || !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch) ||
      !LLVMIsAICmpInst(LLVMGetCondition(branch)))
    return count;
  LLVMValueRef test = LLVMGetCondition(branch);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(test)));
  for (unsigned side = 0; side < 2 && !count; side++) {
    LLVMPositionBuilderBefore(builder, at);
    LLVMValueRef limit = build_ahead(growth, builder, LLVMGetOperand(test, side), 0);
    if (limit && limit != LLVMGetOperand(test, side))
      count = count_up_to(growth, exit, at, test, side, limit);
  }
  LLVMDisposeBuilder(builder);
  return count;
}
