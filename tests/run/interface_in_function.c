/* Requests inside ordinary code: in a loop, with marker arguments computed before. */
#include "oracle.h"
extern double __adcc_autodiff_l(void *, ...);
static double f(double x, double y) { return x * y * y; }
static double descend(double x, int steps) {
  for (int i = 0; i < steps; i++)
    x -= 0.1 * __adcc_autodiff_l((void *)f, adcc_const, 2.0, adcc_out, x);
  return x;
}
int main(void) {
  CLOSE(descend(1, 3), 0.6 * 0.6 * 0.6);
  return oracle_exit();
}
