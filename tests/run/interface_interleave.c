/* interleave: all primals first, then all shadows. The marker may stand between them. */
#include "oracle.h"
extern int enzyme_interleave, enzyme_dup, enzyme_const, enzyme_width;
extern void __enzyme_autodiff_i(void *, ...);
extern OraclePair __enzyme_fwddiff_i(void *, ...);
static void f(double *x, double *y) { *y = *x * *x; }
static double g(const double *x, double k) { return x[0] * k + x[1] * x[1]; }
int main(void) {
  double x = 3, dx = 0, y = 0, dy = 1;
  __enzyme_autodiff_i((void *)f, enzyme_interleave, &x, &y, &dx, &dy);
  CLOSE(dx, 6);
  CLOSE(y, 9);
  dx = 0, dy = 1;
  __enzyme_autodiff_i((void *)f, enzyme_dup, &x, &y, enzyme_interleave, &dx, &dy);
  CLOSE(dx, 6);
  double z[2] = {2, 3}, first[2] = {1, 0}, second[2] = {0, 1};
  OraclePair tangents = __enzyme_fwddiff_i((void *)g, enzyme_width, 2, enzyme_dup, z, 5.0,
                                           enzyme_interleave, first, second, 0.0, 1.0);
  CLOSE(tangents.x, 5);
  CLOSE(tangents.y, 8);
  return oracle_exit();
}
