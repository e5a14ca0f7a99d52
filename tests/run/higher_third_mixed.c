/* Third derivatives, four mixes of modes. */
#include "oracle.h"
#define F(name) extern double __adcc_fwddiff_##name(double (*)(double), double, double);
#define R(name) extern double __adcc_autodiff_##name(double (*)(double), double);
F(a) F(b) F(c) R(a) R(b) R(c) static double f(double x) { return x * x * x * x * x * exp(x); }
static double f1(double x) { return __adcc_fwddiff_a(f, x, 1); }
static double r1(double x) { return __adcc_autodiff_a(f, x); }
static double ff(double x) { return __adcc_fwddiff_b(f1, x, 1); }
static double fr(double x) { return __adcc_fwddiff_b(r1, x, 1); }
static double rf(double x) { return __adcc_autodiff_b(f1, x); }
static double rr(double x) { return __adcc_autodiff_b(r1, x); }
int main(void) {
  for (double x = 0.4; x < 1.5; x += 0.5) {
    double expected = (((x + 15) * x + 60) * x + 60) * x * x * exp(x);
    CLOSE(__adcc_fwddiff_c(ff, x, 1), expected);
    CLOSE(__adcc_fwddiff_c(fr, x, 1), expected);
    CLOSE(__adcc_autodiff_c(rf, x), expected);
    CLOSE(__adcc_autodiff_c(rr, x), expected);
    CLOSE(__adcc_autodiff_c(ff, x), expected);
  }
  return oracle_exit();
}
