/* width in reverse: several seeds at once. */
#include "oracle.h"
extern int enzyme_dup, enzyme_const, enzyme_width;
extern void __enzyme_autodiff_w(void *, ...);
static void f(double *x, double *y, int n) {
  for (int i = 0; i < n; i++) {
    y[0] += x[i] * x[i];
    y[1] += sin(x[i]) * y[0];
  }
}
int main(void) {
  double x[2] = {0.5, 2}, y[2] = {0, 0}, a[2] = {0, 0}, b[2] = {0, 10}, u[2] = {1, 0},
         v[2] = {0, 1};
  __enzyme_autodiff_w((void *)f, enzyme_width, 2, enzyme_dup, x, a, b, enzyme_dup, y, u, v,
                      enzyme_const, 2);
  CLOSE(y[1], sin(0.5) * 0.25 + sin(2) * 4.25);
  CLOSE(a[0], 1);
  CLOSE(a[1], 4);
  CLOSE(b[0], cos(0.5) * 0.25 + sin(0.5) + sin(2));
  CLOSE(b[1], 10 + cos(2) * 4.25 + sin(2) * 4);
  return oracle_exit();
}
