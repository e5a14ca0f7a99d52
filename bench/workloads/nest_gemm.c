/* C = beta C + alpha A B */
#include "nest.h"

static void kernel(int n, real *RESTRICT C, const real *RESTRICT A, const real *RESTRICT B) {
  const real alpha = 1.5, beta = 1.2;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      C[i * n + j] *= beta;
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        C[i * n + j] += alpha * A[i * n + k] * B[k * n + j];
  }
}

BENCH_UNUSED static void gradient(int n, real *C, real *dC, real *A, real *dA, real *B, real *dB) {
  kernel(n, C, A, B);
  product_adjoint(n, 1.5, dC, A, dA, B, dB);
  for (int i = 0; i < n * n; i++)
    dC[i] *= 1.2;
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, INOUT, n * n, -1, 1);
  buffer_set(data, 1, INPUT, n * n, -1, 1);
  buffer_set(data, 2, INPUT, n * n, -1, 1);
  data->operations = 2.0 * n * n * n;
}

DEFINE_WORKLOAD(1, 3, 11, 64, 256)
