/* Reverse over reverse with a loop of unknown count, whose tape is itself differentiated. */
#include "oracle.h"
extern double __adcc_autodiff_f(double (*)(double), double);
extern double __adcc_autodiff_g(double (*)(double), double);
extern double __adcc_fwddiff_g(double (*)(double), double, double);
static double f(double x) {
  double y = x;
  while (y < 50)
    y *= x;
  return y;
}
static double slope(double x) { return __adcc_autodiff_f(f, x); }
int main(void) {
  CLOSE(slope(2.1), 6 * pow(2.1, 5));
  CLOSE(__adcc_autodiff_g(slope, 2.1), 30 * pow(2.1, 4));
  CLOSE(__adcc_fwddiff_g(slope, 2.1, 1), 30 * pow(2.1, 4));
  return oracle_exit();
}
