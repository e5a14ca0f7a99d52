/* Four deep, forward, through a loop with an unknown trip count. */
#include "oracle.h"
#define F(name) extern double __adcc_fwddiff_##name(double (*)(double), double, double);
F(a) F(b) F(c) F(d) static double f(double x) {
  double y = x;
  while (y < 50)
    y *= x;
  return y;
}
static double f1(double x) { return __adcc_fwddiff_a(f, x, 1); }
static double f2(double x) { return __adcc_fwddiff_b(f1, x, 1); }
static double f3(double x) { return __adcc_fwddiff_c(f2, x, 1); }
int main(void) {
  double x = 2.1;
  CLOSE(f(x), pow(x, 6));
  CLOSE(f1(x), 6 * pow(x, 5));
  CLOSE(f2(x), 30 * pow(x, 4));
  CLOSE(f3(x), 120 * pow(x, 3));
  CLOSE(__adcc_fwddiff_d(f3, x, 1), 360 * x * x);
  return oracle_exit();
}
