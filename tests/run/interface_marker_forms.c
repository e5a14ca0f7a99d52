/* Markers as globals read, globals whose address is passed, and locals of that name. */
#include "oracle.h"
extern int enzyme_dup, enzyme_const, enzyme_out;
extern double __enzyme_autodiff_m(void *, ...);
static double f(double *x, double y) { return *x * *x * y; }
int main(void) {
  double x = 3, dx = 0;
  CLOSE(__enzyme_autodiff_m((void *)f, enzyme_dup, &x, &dx, enzyme_out, 5.0), 9);
  CLOSE(dx, 30);
  dx = 0;
  CLOSE(__enzyme_autodiff_m((void *)f, &enzyme_dup, &x, &dx, &enzyme_out, 5.0), 9);
  CLOSE(dx, 30);
  dx = 0;
  __enzyme_autodiff_m((void *)f, &enzyme_dup, &x, &dx, &enzyme_const, 5.0);
  CLOSE(dx, 30);
  return oracle_exit();
}
