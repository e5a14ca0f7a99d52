/* Second derivatives: reverse over reverse, through a loop and memory. */
#include "oracle.h"
extern double __adcc_autodiff_f(double (*)(double), double);
extern double __adcc_autodiff_g(double (*)(double), double);
static double f(double x) {
  double y[4] = {x, 1, 1, 1};
  for (int i = 1; i < 4; i++)
    y[i] = y[i - 1] * x;
  return y[3] + y[1];
}
static double slope(double x) { return __adcc_autodiff_f(f, x); }
int main(void) {
  for (double x = 0.3; x < 2; x += 0.4) {
    CLOSE(slope(x), 4 * x * x * x + 2 * x);
    CLOSE(__adcc_autodiff_g(slope, x), 12 * x * x + 2);
  }
  return oracle_exit();
}
