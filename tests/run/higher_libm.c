/* Second derivatives of library functions: the partials are themselves differentiable. */
#include "oracle.h"
extern double __adcc_autodiff_f(double (*)(double), double);
#define SLOPE(f)                                                                                   \
  static double f##_slope(double x) { return __adcc_autodiff_f(f, x); }
SLOPE(tan)
SLOPE(asin) SLOPE(tanh) SLOPE(erf) SLOPE(cbrt) SLOPE(log1p) SLOPE(atan) SLOPE(sqrt) SLOPE(exp2)
    SLOPE(acosh) SLOPE(j0) int main(void) {
  ORACLE1(tan_slope, -1, 1);
  ORACLE1(asin_slope, -0.8, 0.8);
  ORACLE1(tanh_slope, -1, 1);
  ORACLE1(erf_slope, -1, 1);
  ORACLE1(cbrt_slope, 0.5, 2);
  ORACLE1(log1p_slope, -0.5, 2);
  ORACLE1(atan_slope, -2, 2);
  ORACLE1(sqrt_slope, 0.5, 2);
  ORACLE1(exp2_slope, 0.5, 2);
  ORACLE1(acosh_slope, 1.5, 3);
  ORACLE1(j0_slope, 0.5, 3);
  return oracle_exit();
}
