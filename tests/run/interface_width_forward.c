/* width: several tangents at once; each dup takes as many shadows, results are an array. */
#include "oracle.h"
extern int enzyme_dup, enzyme_const, enzyme_width, enzyme_out;
typedef struct {
  double d[3];
} Three;
extern Three __enzyme_fwddiff_three(void *, ...);
extern void __enzyme_fwddiff_void(void *, ...);
static double f(double x, double y) { return x * x * y; }
static void g(double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[0] + sin(x[i]);
}
int main(void) {
  Three t = __enzyme_fwddiff_three((void *)f, enzyme_width, 3, enzyme_dup, 3.0, 1.0, 2.0, 0.0,
                                   enzyme_dup, 5.0, 0.0, 0.0, 1.0);
  CLOSE(t.d[0], 30);
  CLOSE(t.d[1], 60);
  CLOSE(t.d[2], 9);
  t = __enzyme_fwddiff_three((void *)f, enzyme_width, 3, enzyme_dup, 3.0, 1.0, 2.0, 3.0,
                             enzyme_const, 5.0);
  CLOSE(t.d[2], 90);
  double x[2] = {1, 2}, a[2] = {1, 0}, b[2] = {0, 1}, y[2], da[2], db[2];
  __enzyme_fwddiff_void((void *)g, enzyme_width, 2, enzyme_dup, x, a, b, enzyme_dup, y, da, db,
                        enzyme_const, 2);
  CLOSE(y[1], 2 + sin(2));
  CLOSE(da[0], 2 + cos(1));
  CLOSE(da[1], 2);
  CLOSE(db[0], 0);
  CLOSE(db[1], 1 + cos(2));
  return oracle_exit();
}
