/* An adjoint of exactly zero contributes exactly zero: 0 * inf and 0 * nan do not leak. */
// levels: O0 O1 O2 O3 raw asan
#include "oracle.h"
extern double __adcc_autodiff_zero(double (*)(double), double);
static double guarded(double x) { return x > 0 ? sqrt(x) : 0; }
static double masked(double x) { return 0 * log(x) + x; }
static double unused(double x) {
  double y[2] = {sqrt(x), x * 3};
  return y[1];
}
static double branch(double x) {
  double root = sqrt(x), chosen = x < 1 ? x : root;
  return chosen * 2;
}
static double norm(double x) { return sqrt(x * x) > 0 ? sqrt(x * x) : x; }
int main(void) {
  CLOSE(__adcc_autodiff_zero(guarded, 0), 0);
  CLOSE(__adcc_autodiff_zero(masked, 0), 1);
  CLOSE(__adcc_autodiff_zero(unused, 0), 3);
  CLOSE(__adcc_autodiff_zero(branch, 0), 2);
  CLOSE(__adcc_autodiff_zero(norm, 0), 1);
  return oracle_exit();
}
