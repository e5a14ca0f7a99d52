/* A union of a double and a float by value, as result and parameter, of kinds known at run time. Its
 * adjoint moves as a double, too, which is denormal where it is that of the float: linked like this
 * the program flushes such numbers. */
// link: -ffast-math
#include "oracle.h"
typedef union { double wide; float narrow; } Number;
__attribute__((noinline)) static Number make(double x, int narrow) {
  Number n;
  if (narrow) n.narrow = (float)(x * x);
  else n.wide = x * x * x;
  return n;
}
__attribute__((noinline)) static double value(Number n, int narrow) {
  return narrow ? 2.0 * n.narrow : 3 * n.wide;
}
static double sum(const double *x, const int *kinds, int n) {
  Number all[8];
  double s = 0;
  for (int i = 0; i < n; i++)
    all[i] = make(x[i], kinds[i]);
  for (int i = 0; i < n; i++) {
    s += value(all[i], kinds[i]) * (i + 1);
    s += 0.5 * value(all[i], kinds[i]);
  }
  return s;
}
extern double __enzyme_autodiff_sum(void *, ...), __enzyme_fwddiff_sum(void *, ...);
int main(void) {
  double x[6] = {1, 1.5, 0.5, 2, 0.75, 1.25}, dx[6] = {0};
  int kinds[6] = {0, 1, 1, 0, 1, 0};
  __enzyme_autodiff_sum((void *)sum, adcc_dup, x, dx, adcc_const, kinds, 6);
  for (int i = 0; i < 6; i++) {
    double t[6] = {i == 0, i == 1, i == 2, i == 3, i == 4, i == 5};
    double expected = (i + 1.5) * (kinds[i] ? 4 * x[i] : 9 * x[i] * x[i]);
    CLOSE_TO(dx[i], expected, 1e-6);
    CLOSE_TO(__enzyme_fwddiff_sum((void *)sum, adcc_dup, x, t, adcc_const, kinds, 6), expected, 1e-6);
  }
  return oracle_exit();
}
