/* The lower triangle of C = beta C + alpha A A^T */
#include "nest.h"

static void kernel(int n, real *RESTRICT C, const real *RESTRICT A) {
  const real alpha = 1.5, beta = 1.2;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      C[i * n + j] *= beta;
    for (int k = 0; k < n; k++)
      for (int j = 0; j <= i; j++)
        C[i * n + j] += alpha * A[i * n + k] * A[j * n + k];
  }
}

/* dA[i,:] += alpha dC[i,j] A[j,:] and the other way round: rows instead of the primal's columns. */
BENCH_UNUSED static void gradient(int n, real *C, real *dC, real *A, real *dA) {
  const real alpha = 1.5, beta = 1.2;
  kernel(n, C, A);
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      real factor = alpha * dC[i * n + j];
      row_add(dA + i * n, A + j * n, factor, n);
      row_add(dA + j * n, A + i * n, factor, n);
      dC[i * n + j] *= beta;
    }
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, INOUT, n * n, -1, 1);
  buffer_set(data, 1, INPUT, n * n, -1, 1);
  data->operations = 1.0 * n * n * n;
}

DEFINE_WORKLOAD(1, 2, 11, 64, 256)
