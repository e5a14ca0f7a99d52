/* (x + 2^52) - 2^52 rounds to an integer: its derivative is that of rint, not one. So do all two
 * sums or differences of which the second takes away what the first has added. Where the sum lies
 * in another binade than the constant they round to halves, or to even numbers: they are left as
 * they are, in a function of their own that has the rule of rint. */
#include "prepare.h"

#include <stdio.h>

/* A sum of x, or of what is opposite to it, and a constant. */
typedef struct {
  LLVMValueRef number, constant;
  LLVMOpcode opcode;
  bool constant_first;
  double sign, added; /* sign * x + added */
} Step;

/* The number, if its last binary place is one, or that and half of it; else 0. */
static double rounding_constant(LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value), scalar = type_scalar(type);
  if (LLVMIsAConstantDataVector(value) || LLVMIsAConstantVector(value)) {
    LLVMValueRef first = LLVMGetAggregateElement(value, 0);
    for (unsigned i = 1; i < LLVMGetVectorSize(type); i++)
      if (LLVMGetAggregateElement(value, i) != first)
        return 0;
    value = first;
  }
  if (!LLVMIsAConstantFP(value) || (LLVMGetTypeKind(scalar) != LLVMDoubleTypeKind &&
                                    LLVMGetTypeKind(scalar) != LLVMFloatTypeKind))
    return 0;
  LLVMBool inexact;
  double number = LLVMConstRealGetDouble(value, &inexact), size = number < 0 ? -number : number;
  double unit = LLVMGetTypeKind(scalar) == LLVMDoubleTypeKind ? 0x1p52 : 0x1p23;
  return size == unit || size == 1.5 * unit ? number : 0;
}

static bool read_step(LLVMValueRef operation, Step *step) {
  if (!LLVMIsABinaryOperator(operation))
    return false;
  step->opcode = LLVMGetInstructionOpcode(operation);
  if (step->opcode != LLVMFAdd && step->opcode != LLVMFSub)
    return false;
  bool takes = step->opcode == LLVMFSub;
  step->constant_first = LLVMIsAConstant(LLVMGetOperand(operation, 0));
  step->constant = LLVMGetOperand(operation, step->constant_first ? 0 : 1);
  step->number = LLVMGetOperand(operation, step->constant_first ? 1 : 0);
  step->sign = takes && step->constant_first ? -1 : 1;
  step->added = rounding_constant(step->constant) * (takes && !step->constant_first ? -1 : 1);
  return step->added != 0;
}

static LLVMValueRef build_step(LLVMBuilderRef builder, const Step *step, LLVMValueRef number) {
  return LLVMBuildBinOp(builder, step->opcode, step->constant_first ? step->constant : number,
                        step->constant_first ? number : step->constant, "");
}

static LLVMValueRef rounding_function(LLVMModuleRef module, LLVMTypeRef type, const Step steps[2]) {
  char name[96];
  snprintf(name, sizeof name, "adcc_rounding.%u.%u.%+.0f%+a.%+.0f%+a",
           LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 1,
           LLVMGetTypeKind(type_scalar(type)) == LLVMDoubleTypeKind ? 64u : 32u, steps[0].sign,
           steps[0].added, steps[1].sign, steps[1].added);
  bool is_new;
  LLVMValueRef function =
      prepare_own_function(module, name, LLVMFunctionType(type, &type, 1, false), "rint", &is_new);
  if (!is_new)
    return function;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  LLVMPositionBuilderAtEnd(builder, LLVMGetEntryBasicBlock(function));
  LLVMValueRef number = LLVMGetParam(function, 0);
  for (unsigned k = 0; k < 2; k++)
    number = build_step(builder, &steps[k], number);
  LLVMBuildRet(builder, number);
  LLVMDisposeBuilder(builder);
  return function;
}

static LLVMValueRef behind_fence(LLVMValueRef value) {
  LLVMValueRef callee = LLVMIsACallInst(value) ? call_direct_callee(value) : NULL;
  bool fence =
      callee && LLVMGetIntrinsicID(callee) == LLVMLookupIntrinsicID("llvm.arithmetic.fence", 21);
  return fence ? LLVMGetOperand(value, 0) : value;
}

bool prepare_reveal_rounding(LLVMBuilderRef builder, LLVMValueRef sum) {
  Step steps[2];
  if (!read_step(sum, &steps[1]) || !read_step(behind_fence(steps[1].number), &steps[0]) ||
      (steps[1].sign * steps[0].added < 0) == (steps[1].added < 0))
    return false;
  LLVMPositionBuilderBefore(builder, sum);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(sum));
  LLVMModuleRef module =
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(sum)));
  LLVMValueRef function = rounding_function(module, LLVMTypeOf(sum), steps);
  LLVMReplaceAllUsesWith(sum, LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function,
                                             &steps[0].number, 1, ""));
  LLVMInstructionEraseFromParent(sum);
  return true;
}
