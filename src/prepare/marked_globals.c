/* Addresses of globals that get a mark in their low bits are constants that LLVM's passes leave in
 * what computes with them as integers, where no shadow is looked for (Boost marks so the table of
 * functions of what can be copied as bytes). Here they become values, as other addresses are.
 *
 * Requires: variables in registers. Passes of LLVM that fold constants must not follow.
 * Invalidates: nothing. */
#include "prepare.h"

static bool is_address(LLVMValueRef value) {
  return LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMPtrToInt &&
         LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind;
}

static bool sets_marks(LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMOr:
  case LLVMXor:
  case LLVMAnd:
    return true;
  default:
    return false;
  }
}

/* Which operand is an address beside a number? Both are constants, and stand in either order; 2 if
 * that is not so. */
static unsigned marked_operand(LLVMValueRef instruction) {
  for (unsigned i = 0; i < 2; i++)
    if (is_address(LLVMGetOperand(instruction, i)) &&
        LLVMIsAConstantInt(LLVMGetOperand(instruction, 1 - i)))
      return i;
  return 2;
}

void prepare_mark_globals(LLVMValueRef function) {
  LLVMBuilderRef builder =
      LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(function)));
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block) {
      unsigned i = sets_marks(instruction) ? marked_operand(instruction) : 2;
      if (i == 2)
        continue;
      LLVMPositionBuilderBefore(builder, instruction);
      LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(instruction));
      LLVMSetOperand(instruction, i, LLVMBuildFreeze(builder, LLVMGetOperand(instruction, i), ""));
    }
  LLVMDisposeBuilder(builder);
}
