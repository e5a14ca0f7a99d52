/* interleave: all primals first, then all shadows. */
#include "oracle.h"
extern int enzyme_interleave, enzyme_dup, enzyme_const;
extern void __enzyme_autodiff_i(void *, ...);
static void f(double *x, double *y) { *y = *x * *x; }
int main(void) {
  double x = 3, dx = 0, y = 0, dy = 1;
  __enzyme_autodiff_i((void *)f, enzyme_interleave, &x, &y, &dx, &dy);
  CLOSE(dx, 6);
  CLOSE(y, 9);
  return oracle_exit();
}
