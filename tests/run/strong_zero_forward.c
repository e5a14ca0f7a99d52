/* The same for tangents. */
// levels: O0 O1 O2 O3 raw asan
#include "oracle.h"
extern double __adcc_fwddiff_zero(double (*)(double, double), ...);
static double roots(double x, double y) { return x + sqrt(y); }
static double logs(double x, double y) { return x * 2 + pow(y, 0.5) + cbrt(y); }
int main(void) {
  CLOSE(__adcc_fwddiff_zero(roots, adcc_dup, 1.0, 1.0, adcc_dup, 0.0, 0.0), 1);
  CLOSE(__adcc_fwddiff_zero(logs, adcc_dup, 1.0, 1.0, adcc_dup, 0.0, 0.0), 2);
  CLOSE(__adcc_fwddiff_zero(roots, 1.0, 1.0, adcc_const, 0.0), 1);
  return oracle_exit();
}
