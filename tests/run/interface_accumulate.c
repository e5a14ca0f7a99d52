/* The shadow is added into, also where the same location contributes many times. */
#include "oracle.h"
extern void __adcc_autodiff_a(void *, ...);
static double cube(double *x) { return *x * *x * *x; }
static double both(double *x, double *y) { return *x * *y; }
int main(void) {
  double x = 2, dx = 100;
  __adcc_autodiff_a((void *)cube, &x, &dx);
  CLOSE(dx, 112);
  __adcc_autodiff_a((void *)cube, &x, &dx);
  CLOSE(dx, 124);
  dx = 0;
  __adcc_autodiff_a((void *)both, &x, &dx, &x, &dx);
  CLOSE(dx, 4);
  return oracle_exit();
}
