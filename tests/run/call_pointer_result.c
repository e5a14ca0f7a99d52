/* A function that returns a pointer into its argument; inner and outer results used. */
#include "oracle.h"
__attribute__((noinline)) static double *largest(double *x, size_t n) {
  double *best = x;
  for (size_t i = 1; i < n; i++)
    if (x[i] > *best)
      best = &x[i];
  return best;
}
PRIMAL(find) {
  double *p = largest(in, n);
  *p *= in[0];
  out[0] = *p * *largest(in, n / 2);
}
ORACLE_MAIN(find, 6, 1, 0.5, 1.5)
