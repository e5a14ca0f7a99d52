/* The smaller and the larger of two numbers, where neither is a NaN: a comparison and a choice. The
 * derivative asks which one it was, and then keeps that answer, a byte, instead of both numbers.
 * LLVM puts the pair together again. */
#include "prepare.h"
#include <string.h>

/* The comparison by which the first of the operands is the result, also where they are equal. */
static bool predicate_of(LLVMValueRef call, LLVMRealPredicate *predicate) {
  static const struct {
    const char *name;
    LLVMRealPredicate predicate;
  } rows[] = {{"llvm.minnum", LLVMRealOLE},     {"llvm.maxnum", LLVMRealOGE},
              {"llvm.minimumnum", LLVMRealOLE}, {"llvm.maximumnum", LLVMRealOGE},
              {"llvm.minimum", LLVMRealOLE},    {"llvm.maximum", LLVMRealOGE}};
  LLVMValueRef callee = LLVMIsACallInst(call) ? call_direct_callee(call) : NULL;
  unsigned id = callee ? LLVMGetIntrinsicID(callee) : 0;
  LLVMFastMathFlags wanted = LLVMFastMathNoNaNs | LLVMFastMathNoSignedZeros;
  if (!id || (LLVMGetFastMathFlags(call) & wanted) != wanted)
    return false;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (id == LLVMLookupIntrinsicID(rows[i].name, strlen(rows[i].name))) {
      *predicate = rows[i].predicate;
      return true;
    }
  return false;
}

void prepare_lower_extremes(LLVMValueRef function) {
  LLVMBuilderRef builder =
      LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(function)));
  FOR_EACH_BLOCK (block, function) {
    for (LLVMValueRef next, call = LLVMGetFirstInstruction(block); call; call = next) {
      LLVMRealPredicate predicate;
      next = LLVMGetNextInstruction(call);
      if (!predicate_of(call, &predicate))
        continue;
      LLVMPositionBuilderBefore(builder, call);
      LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
      LLVMValueRef a = LLVMGetOperand(call, 0), b = LLVMGetOperand(call, 1);
      LLVMValueRef first = LLVMBuildFCmp(builder, predicate, a, b, "");
      LLVMValueRef chosen = LLVMBuildSelect(builder, first, a, b, "");
      LLVMFastMathFlags flags = LLVMGetFastMathFlags(call);
      if (LLVMIsAInstruction(first))
        LLVMSetFastMathFlags(first, flags);
      if (LLVMIsAInstruction(chosen) && LLVMCanValueUseFastMathFlags(chosen))
        LLVMSetFastMathFlags(chosen, flags);
      LLVMReplaceAllUsesWith(call, chosen);
      LLVMInstructionEraseFromParent(call);
    }
  }
  LLVMDisposeBuilder(builder);
}
