/* Variable-length arrays that a nest works on in place: what it reads is read again from a mirror of
 * the array, not of its shadow. */
#include "oracle.h"

__attribute__((noinline)) static void multiply(size_t n, const double *a, const double *b,
                                               double *c) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      double sum = 0;
      for (size_t k = 0; k < n; k++)
        sum += a[i * n + k] * b[j * n + k];
      c[i * n + j] = sum;
    }
}

PRIMAL(product_in_place) {
  double c[m * m];
  for (size_t i = 0; i < m * m; i++)
    c[i] = in[m * m + i];
  multiply(m, c, in, c);
  for (size_t i = 0; i < m * m; i++)
    out[i % m] += (double)(i + 1) * c[i];
}
ORACLE_MAIN(product_in_place, 18, 3, -1, 1)
