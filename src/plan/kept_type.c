/* What a value is on the tape: booleans are bytes, and integers no wider than they can be. */
#include "plan.h"

/* Bits, one of them for the sign, that hold the integer. */
static unsigned bits_of(const Sweep *sweep, LLVMValueRef value) {
  unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(value));
  const SweepLoop *loop = map_get(sweep->iterations, value);
  if (loop)
    return bridge_iteration_bits(sweep->analyses, loop->primal);
  LLVMValueRef primal = map_get(sweep->origin, value);
  return primal && !map_has(sweep->is_shadow, value) ? bridge_signed_bits(sweep->analyses, primal)
                                                     : width;
}

LLVMTypeRef plan_kept_type(const Sweep *sweep, LLVMValueRef value) {
  static const unsigned widths[] = {8, 16, 32};
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMContextRef context = LLVMGetTypeContext(type);
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
    return type;
  unsigned width = LLVMGetIntTypeWidth(type);
  if (width == 1)
    return LLVMInt8TypeInContext(context);
  unsigned bits = width <= 64 ? bits_of(sweep, value) : width;
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
    if (bits <= widths[i] && widths[i] < width)
      return LLVMIntTypeInContext(context, widths[i]);
  return type;
}
