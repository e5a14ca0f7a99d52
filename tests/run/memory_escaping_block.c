/* A block allocated by one function, filled by another, freed by a third. */
#include "oracle.h"
__attribute__((noinline)) static double *make(int count) {
  return (double *)malloc((size_t)count * sizeof(double));
}
__attribute__((noinline)) static void fill(double *a, const double *x, int count) {
  for (int i = 0; i < count; i++)
    a[i] = x[i] * x[0];
}
__attribute__((noinline)) static void drop(double *a) { free(a); }
PRIMAL(relay) {
  double *a = make((int)n);
  fill(a, in, (int)n);
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += a[i] * a[i];
  drop(a);
  out[0] = sum;
}
ORACLE_MAIN(relay, 4, 1, 0.5, 1.5)
