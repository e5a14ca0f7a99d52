/* Operations that round once to a narrower type. */
// flags: -D_GNU_SOURCE
#include "oracle.h"
float fadd(double, double), fsub(double, double), fmul(double, double), fdiv(double, double);
float fsqrt(double), ffma(double, double, double), faddl(long double, long double);
double daddl(long double, long double), dsubl(long double, long double);
double dmull(long double, long double), ddivl(long double, long double);
double dsqrtl(long double), dfmal(long double, long double, long double);
static double to_float(double x) {
  return fadd(x, 2) * fmul(x, x) + fdiv(1, x) - fsub(x, .5) + fsqrt(x) + ffma(x, x, 1) + faddl(x, x);
}
static double to_double(double x) {
  long double l = x;
  return daddl(l, 1) * dmull(l, l) + ddivl(l, 3) - dsubl(2, l) + dsqrtl(l) + dfmal(l, l, l);
}
static void close_to_float(double actual, double expected) {
  CLOSE(fabs(actual - expected) < 1e-5, 1);
}
int main(void) {
  double x = .8, slope = 2 * x * (x + 2) + x * x - 1 / (x * x) + .5 / sqrt(x) + 2 * x + 1;
  close_to_float(__adcc_autodiff_1(to_float, x), slope);
  close_to_float(__adcc_fwddiff_1(to_float, x, 1), slope);
  slope = 2 * x * (x + 1) + x * x + 1. / 3 + 1 + .5 / sqrt(x) + 2 * x + 1;
  CLOSE(__adcc_autodiff_1(to_double, x), slope);
  CLOSE(__adcc_fwddiff_1(to_double, x, 1), slope);
  return oracle_exit();
}
