/* Second derivatives: reverse over forward. */
#include "oracle.h"
extern double __adcc_fwddiff_f(double (*)(double), double, double);
extern double __adcc_autodiff_g(double (*)(double), double);
static double f(double x) { return x * x * x * exp(x) + log(x); }
static double slope(double x) { return __adcc_fwddiff_f(f, x, 1); }
int main(void) {
  for (double x = 0.3; x < 2; x += 0.4)
    CLOSE(__adcc_autodiff_g(slope, x), (x * x * x + 6 * x * x + 6 * x) * exp(x) - 1 / (x * x));
  return oracle_exit();
}
