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

void prepare_mark_globals(LLVMValueRef function) {
  LLVMBuilderRef builder =
      LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(function)));
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      if (sets_marks(instruction) && is_address(LLVMGetOperand(instruction, 0)) &&
          LLVMIsAConstantInt(LLVMGetOperand(instruction, 1))) {
        LLVMPositionBuilderBefore(builder, instruction);
        LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(instruction));
        LLVMSetOperand(instruction, 0,
                       LLVMBuildFreeze(builder, LLVMGetOperand(instruction, 0), ""));
      }
  LLVMDisposeBuilder(builder);
}
