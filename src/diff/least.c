/* The least that a number can be, as far as its form tells: what is squared, summed and softened by
 * a constant (1 + x * x, x * x + y * y + epsilon) stays away from zero. A value that is no number
 * counts as any: where one turns up, the primal has it too. */
#include "diff.h"

#include <math.h>

enum { MOST_DEPTH = 8 };

static double least(LLVMValueRef value, unsigned depth);

static double least_of_product(LLVMValueRef a, LLVMValueRef b, unsigned depth) {
  if (a == b)
    return 0;
  double x = least(a, depth), y = least(b, depth);
  return x >= 0 && y >= 0 ? x * y : -INFINITY;
}

static double least_of_call(LLVMValueRef call, unsigned depth) {
  const Rule *rule = rule_of_call(call);
  LLVMValueRef first = rule ? LLVMGetOperand(call, 0) : NULL;
  switch (rule ? rule_least(rule) : LEAST_UNKNOWN) {
  case LEAST_ZERO:
    return 0;
  case LEAST_ROOT:
    return sqrt(fmax(least(first, depth), 0));
  case LEAST_PRODUCT:
    return least_of_product(first, LLVMGetOperand(call, 1), depth) +
           least(LLVMGetOperand(call, 2), depth);
  default:
    return -INFINITY;
  }
}

static double least_of_constant(LLVMValueRef value) {
  LLVMBool inexact;
  if (LLVMIsAConstantFP(value))
    return LLVMConstRealGetDouble(value, &inexact);
  if (LLVMIsNull(value))
    return 0;
  if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMVectorTypeKind)
    return -INFINITY;
  double all = INFINITY;
  for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(value)); i++) {
    LLVMValueRef lane = LLVMGetAggregateElement(value, i);
    all = fmin(all, lane && LLVMIsAConstantFP(lane) ? LLVMConstRealGetDouble(lane, &inexact)
                                                    : -INFINITY);
  }
  return all;
}

static double least(LLVMValueRef value, unsigned depth) {
  if (LLVMIsAConstant(value))
    return least_of_constant(value);
  if (depth == 0 || !LLVMIsAInstruction(value))
    return -INFINITY;
  depth--;
  LLVMValueRef first = LLVMGetNumOperands(value) > 0 ? LLVMGetOperand(value, 0) : NULL;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMFMul:
    return least_of_product(first, LLVMGetOperand(value, 1), depth);
  case LLVMFAdd:
    return least(first, depth) + least(LLVMGetOperand(value, 1), depth);
  case LLVMFDiv:
    return least(first, depth) >= 0 && least(LLVMGetOperand(value, 1), depth) >= 0 ? 0 : -INFINITY;
  case LLVMFPExt:
  case LLVMFPTrunc:
    return least(first, depth);
  case LLVMUIToFP:
    return 0;
  case LLVMCall:
    return least_of_call(value, depth);
  default:
    return -INFINITY;
  }
}

bool number_is_far_from_zero(LLVMValueRef value) {
  switch (LLVMGetTypeKind(type_scalar(LLVMTypeOf(value)))) {
  case LLVMFloatTypeKind:
    return least(value, MOST_DEPTH) >= 1e-6;
  case LLVMDoubleTypeKind:
    return least(value, MOST_DEPTH) >= 1e-15;
  default:
    return false;
  }
}
