/* Second derivatives: forward over forward. */
#include "oracle.h"
extern double __adcc_fwddiff_f(double (*)(double), double, double);
extern double __adcc_fwddiff_g(double (*)(double), double, double);
static double f(double x) { return sin(x) * x * x + 1 / x; }
static double slope(double x) { return __adcc_fwddiff_f(f, x, 1); }
int main(void) {
  for (double x = 0.3; x < 2; x += 0.4)
    CLOSE(__adcc_fwddiff_g(slope, x, 2),
          2 * (2 * sin(x) + 4 * x * cos(x) - x * x * sin(x) + 2 / (x * x * x)));
  return oracle_exit();
}
