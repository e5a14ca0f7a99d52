// flags: -fno-math-errno
/* Without errno clang emits the LLVM intrinsics in place of library calls. */
#include "oracle.h"
static double powers(double x) { return pow(x, 2.5) + exp2(x) + log2(x) * log10(x) + sqrt(x); }
static double waves(double x) { return sin(x) * cos(x) + tan(x / 4) + tanh(x) * sinh(x) / cosh(x); }
static double inverse(double x) { return asin(x / 4) + acos(x / 4) * atan(x) + atan2(x, 2); }
static double extremes(double x) {
  return __builtin_elementwise_max(x, 1.0) * __builtin_elementwise_min(x, 2.0) +
         __builtin_fmaximum_num(x, 0.5) * __builtin_elementwise_abs(x) +
         __builtin_elementwise_exp(x);
}
static double rounding(double x) {
  return x * floor(x) + __builtin_roundeven(x) * x + trunc(x) * x;
}
int main(void) {
  ORACLE1(powers, 0.3, 3);
  ORACLE1(waves, 0.3, 3);
  ORACLE1(inverse, 0.3, 3);
  ORACLE1(extremes, 0.3, 3);
  ORACLE1(rounding, 0.3, 3);
  return oracle_exit();
}
