/* B = alpha A^T B in place, A unit lower triangular */
#include "nest.h"

static void kernel(int n, real *RESTRICT B, const real *RESTRICT A) {
  const real alpha = 1.5;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      for (int k = i + 1; k < n; k++)
        B[i * n + j] += A[k * n + i] * B[k * n + j];
      B[i * n + j] *= alpha;
    }
}

/* The primal destroys the rows that dA needs, so they are copied first. */
BENCH_UNUSED static void gradient(int n, real *B, real *dB, const real *A, real *dA) {
  const real alpha = 1.5;
  real *before = copy_of(B, (size_t)n * n);
  kernel(n, B, A);
  for (int i = 0; i < n * n; i++)
    dB[i] *= alpha;
  for (int k = n; k-- > 0;)
    for (int i = 0; i < k; i++) {
      dA[k * n + i] += row_dot(dB + i * n, before + k * n, n);
      row_add(dB + k * n, dB + i * n, A[k * n + i], n);
    }
  free(before);
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, INOUT, n * n, -1, 1);
  buffer_set(data, 1, INPUT, n * n, -1, 1);
  data->operations = 1.0 * n * n * n;
}

DEFINE_WORKLOAD(1, 2, 11, 64, 256)
