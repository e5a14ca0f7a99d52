/* A pointer that is active on one path only: runtime_activity tells them apart. */
#include "oracle.h"
extern int enzyme_runtime_activity, enzyme_const, enzyme_dup;
extern double __enzyme_autodiff_r(void *, ...);
static double f(double *x, double *constant, int which) {
  double *chosen = which ? x : constant;
  return *chosen * *chosen * *x;
}
int main(void) {
  double x = 3, dx = 0, c = 5;
  __enzyme_autodiff_r((void *)f, enzyme_runtime_activity, enzyme_dup, &x, &dx, enzyme_const, &c, 0);
  CLOSE(dx, 25);
  dx = 0;
  __enzyme_autodiff_r((void *)f, enzyme_runtime_activity, enzyme_dup, &x, &dx, enzyme_const, &c, 1);
  CLOSE(dx, 27);
  return oracle_exit();
}
