/* Helpers that are not inlined: by value, by pointer, with results both ways. */
#include "oracle.h"
__attribute__((noinline)) static double square(double x) { return x * x; }
__attribute__((noinline)) static double mean(const double *x, size_t n, double *variance) {
  double sum = 0, squares = 0;
  for (size_t i = 0; i < n; i++)
    sum += x[i], squares += square(x[i]);
  *variance = squares / n - square(sum / n);
  return sum / n;
}
PRIMAL(helpers) {
  double variance;
  out[0] = mean(in, n, &variance);
  out[1] = sqrt(square(variance) + 1) * square(out[0]);
}
ORACLE_MAIN(helpers, 5, 2, 0.5, 1.5)
