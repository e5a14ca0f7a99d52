/* width in reverse with a scalar result: each adjoint is an array of lanes. */
#include "oracle.h"
extern int enzyme_width, enzyme_out, enzyme_dup;
typedef struct {
  double d[2];
} Two;
extern Two __enzyme_autodiff_w(void *, ...);
static double f(double x, double *y) {
  y[0] = x * x * y[0];
  return x * 3;
}
int main(void) {
  double y = 2, a = 1, b = 10;
  Two t = __enzyme_autodiff_w((void *)f, enzyme_width, 2, enzyme_out, 3.0, enzyme_dup, &y, &a, &b);
  CLOSE(t.d[0], 3 + 12);
  CLOSE(t.d[1], 3 + 120);
  CLOSE(a, 9);
  CLOSE(b, 90);
  return oracle_exit();
}
