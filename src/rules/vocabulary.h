/* vocabulary: the words in which the formulas of ops.def and math.def are written.
 *
 * A formula such as `mul(y, num(0.5))` is a C expression that builds LLVM IR: every word takes the
 * RuleBuild `b` of the enclosing function, a value is an LLVMValueRef of the operation's own type
 * (half … fp128, or a vector of them), and `x0`, `x1`, …, `y` ask the caller for an operand or the
 * result. Nothing is evaluated that the formula does not mention, which is how need is known.
 *
 * The instructions built carry the fast-math flags of the primal operation, less `nnan` and `ninf`:
 * a derivative may be infinite where the function is not (sqrt at 0), and that must not be poison.
 */
#ifndef ADCC_VOCABULARY_H
#define ADCC_VOCABULARY_H

#include "rules.h"

/* A constant, correctly rounded to the type from its decimal text; a splat for vectors. */
LLVMValueRef rule_number(RuleBuild *b, const char *decimal);
LLVMValueRef rule_binary(RuleBuild *b, LLVMOpcode opcode, LLVMValueRef left, LLVMValueRef right);
LLVMValueRef rule_negate(RuleBuild *b, LLVMValueRef value);
LLVMValueRef rule_compare(RuleBuild *b, LLVMRealPredicate predicate, LLVMValueRef left,
                          LLVMValueRef right);
LLVMValueRef rule_select(RuleBuild *b, LLVMValueRef condition, LLVMValueRef if_true,
                         LLVMValueRef if_false);
LLVMValueRef rule_both(RuleBuild *b, LLVMValueRef left, LLVMValueRef right);
LLVMValueRef rule_either(RuleBuild *b, LLVMValueRef left, LLVMValueRef right);

/* A mathematical function by its C name: the LLVM intrinsic where there is one, else the library
 * function for the type (lane by lane for vectors, half and bfloat by way of float); on GPUs the
 * device library's. NULL-terminated arguments; an integer argument is passed as it is. */
LLVMValueRef rule_function(RuleBuild *b, const char *name, ...) __attribute__((sentinel));
/* The operation's own function with other arguments; for those whose second operand is an integer.
 */
LLVMValueRef rule_again(RuleBuild *b, LLVMValueRef first, LLVMValueRef second);

/* Integers: operand `value` plus a constant; the constant 32-bit integer; conversion to the
 * operation's type; whether it is zero, in the shape that rule_select wants. */
LLVMValueRef rule_integer_add(RuleBuild *b, LLVMValueRef value, int addend);
LLVMValueRef rule_integer(RuleBuild *b, int value);
LLVMValueRef rule_from_integer(RuleBuild *b, LLVMValueRef value);
LLVMValueRef rule_integer_is_zero(RuleBuild *b, LLVMValueRef value);

/* Which library holds functions that are not instructions of the target. */
typedef enum { MATH_LIBM, MATH_CUDA /* __nv_sin */, MATH_HIP /* __ocml_sin_f64 */ } MathLibrary;
MathLibrary rule_math_library(LLVMModuleRef module, LLVMValueRef callee);
/* The name of the function `name` of that library for a scalar type: sinf, __nv_sin,
 * __ocml_sin_f64. */
void rule_library_name(char out[64], LLVMModuleRef module, MathLibrary library, LLVMTypeKind kind,
                       const char *name);
/* Calls `name` (C base name) of that library on values of one type; shared with lower.c. */
LLVMValueRef rule_call_function(LLVMBuilderRef builder, LLVMModuleRef module, MathLibrary library,
                                LLVMTypeRef type, const char *name, LLVMValueRef *arguments,
                                unsigned count);
LLVMFastMathFlags rule_fast_math_flags(LLVMValueRef operation);

#ifdef RULE_WORDS
#define x0 b->operand(b->context, 0)
#define x1 b->operand(b->context, 1)
#define x2 b->operand(b->context, 2)
#define x3 b->operand(b->context, 3)
#define x x0
#define y b->result(b->context)
#define none ((LLVMValueRef)NULL) /* identically zero */
#define num(decimal) rule_number(b, #decimal)
#define one num(1)
#define zero num(0)
/* Irrational constants have enough digits for fp128. */
#define pi num(3.14159265358979323846264338327950288419717)
#define ln2 num(0.693147180559945309417232121458176568075500)
#define ln10 num(2.30258509299404568401799145468436420760110)
#define two_over_sqrt_pi num(1.12837916709551257389615890312154517168810)
#define half_sqrt_pi num(0.886226925452758013649083741670572591398774)
#define inverse_sqrt_2pi num(0.398942280401432677939946059934381868475858)
#define sqrt_2pi num(2.50662827463100050241576528481104525300698)

#define add(a, c) rule_binary(b, LLVMFAdd, a, c)
#define sub(a, c) rule_binary(b, LLVMFSub, a, c)
#define mul(a, c) rule_binary(b, LLVMFMul, a, c)
#define div(a, c) rule_binary(b, LLVMFDiv, a, c)
#define neg(a) rule_negate(b, a)
#define recip(a) div(one, a)
#define square(a) rule_square(b, a)
#define cube(a) rule_cube(b, a)

#define less(a, c) rule_compare(b, LLVMRealOLT, a, c)
#define less_equal(a, c) rule_compare(b, LLVMRealOLE, a, c)
#define greater(a, c) rule_compare(b, LLVMRealOGT, a, c)
#define greater_equal(a, c) rule_compare(b, LLVMRealOGE, a, c)
#define equal(a, c) rule_compare(b, LLVMRealOEQ, a, c)
#define is_nan(a) rule_compare(b, LLVMRealUNO, a, zero)
#define is_number(a) rule_compare(b, LLVMRealORD, a, zero)
#define both(p, q) rule_both(b, p, q)
#define either(p, q) rule_either(b, p, q)
#define choose(condition, a, c) rule_select(b, condition, a, c)

#define call(name, ...) rule_function(b, #name, __VA_ARGS__, NULL)
#define sqrt(a) call(sqrt, a)
#define exp(a) call(exp, a)
#define log(a) call(log, a)
#define sin(a) call(sin, a)
#define cos(a) call(cos, a)
#define sinh(a) call(sinh, a)
#define cosh(a) call(cosh, a)
#define fabs(a) call(fabs, a)
#define copysign(a, c) call(copysign, a, c)
#define pow(a, c) call(pow, a, c)
#define hypot(a, c) call(hypot, a, c)

#define again(a, c) rule_again(b, a, c)
#define int_add(a, constant) rule_integer_add(b, a, constant)
#define integer(constant) rule_integer(b, constant)
#define from_int(a) rule_from_integer(b, a)
#define int_is_zero(a) rule_integer_is_zero(b, a)

static inline LLVMValueRef rule_square(RuleBuild *b, LLVMValueRef value) {
  return mul(value, value);
}
static inline LLVMValueRef rule_cube(RuleBuild *b, LLVMValueRef value) {
  return mul(value, mul(value, value));
}
#endif
#endif
