/* Second derivatives: forward over reverse. */
#include "oracle.h"
extern double __adcc_autodiff_f(double (*)(double), double);
extern double __adcc_fwddiff_g(double (*)(double), double, double);
static double f(double x) {
  double y = 1;
  for (int i = 0; i < 3; i++)
    y = y * x + sin(x);
  return y;
}
static double gradient(double x) { return __adcc_autodiff_f(f, x); }
static double second(double x) { return __adcc_fwddiff_g(gradient, x, 1); }
int main(void) {
  for (double x = 0.3; x < 2; x += 0.4) {
    double s = sin(x), c = cos(x);
    CLOSE(gradient(x), 3 * x * x + 2 * x * s + x * x * c + s + x * c + c);
    CLOSE(second(x), 6 * x + 2 * s + 4 * x * c - x * x * s + 2 * c - x * s - s);
  }
  return oracle_exit();
}
