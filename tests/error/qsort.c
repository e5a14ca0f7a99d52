/* qsort with an active comparison: refused by name. */
// error: qsort
#include <stdlib.h>
extern void __adcc_autodiff(void *, ...);
static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}
double f(double *x, int n) {
  qsort(x, n, sizeof *x, compare);
  return x[n / 2];
}
void df(double *x, double *dx, int n) { __adcc_autodiff((void *)f, x, dx, n); }
