/* What the loop nests share: matrices are n by n, row-major, and the pieces of their derivatives by
 * hand are products of rows. */
#ifndef BENCH_NEST_H
#define BENCH_NEST_H

#include "../workload.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

BENCH_UNUSED static real row_dot(const real *restrict a, const real *restrict b, int n) {
  real sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* target += factor * source */
BENCH_UNUSED static void row_add(real *restrict target, const real *restrict source, real factor,
                                 int n) {
  for (int i = 0; i < n; i++)
    target[i] += factor * source[i];
}

/* The adjoint of C += factor A B: dA += factor dC B^T, dB += factor A^T dC. */
BENCH_UNUSED static void product_adjoint(int n, real factor, const real *restrict dC,
                                         const real *restrict A, real *restrict dA,
                                         const real *restrict B, real *restrict dB) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) {
      dA[i * n + k] += factor * row_dot(dC + i * n, B + k * n, n);
      row_add(dB + k * n, dC + i * n, factor * A[i * n + k], n);
    }
}

BENCH_UNUSED static real *copy_of(const real *source, size_t count) {
  real *copy = malloc(count * sizeof *copy);
  if (!copy)
    abort();
  memcpy(copy, source, count * sizeof *copy);
  return copy;
}

#endif
