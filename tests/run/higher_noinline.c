/* Second derivatives through a function that is not inlined. */
#include "oracle.h"
extern double __adcc_autodiff_f(double (*)(double), double);
extern double __adcc_fwddiff_g(double (*)(double), double, double);
extern double __adcc_autodiff_g(double (*)(double), double);
__attribute__((noinline)) static double cube(double x, double *extra) {
  *extra += x;
  return x * x * x;
}
static double f(double x) {
  double extra = 1;
  return cube(cube(x, &extra), &extra) * extra;
}
static double slope(double x) { return __adcc_autodiff_f(f, x); }
int main(void) {
  double x = 1.1; /* x^9 (1 + x + x^3) */
  CLOSE(slope(x), 9 * pow(x, 8) + 10 * pow(x, 9) + 12 * pow(x, 11));
  double second = 72 * pow(x, 7) + 90 * pow(x, 8) + 132 * pow(x, 10);
  CLOSE(__adcc_fwddiff_g(slope, x, 1), second);
  CLOSE(__adcc_autodiff_g(slope, x), second);
  return oracle_exit();
}
