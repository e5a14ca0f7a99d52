/* A comparison for qsort that adds to memory while it compares. */
// error: a comparison that changes numbers in memory
#include <stdlib.h>
extern double __enzyme_autodiff(void *, ...);
static double total;
static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  total += x * y;
  return (x > y) - (x < y);
}
static double sorted(double *x, int n) {
  total = 0;
  qsort(x, (size_t)n, sizeof *x, compare);
  return total * x[0];
}
double gradient(double *x, double *dx, int n) {
  return __enzyme_autodiff((void *)sorted, x, dx, n);
}
