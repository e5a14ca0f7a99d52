/* A[r,q,:] = A[r,q,:] C in place, through one row of scratch */
#include "nest.h"

static void kernel(int n, real *RESTRICT A, const real *RESTRICT C, real *RESTRICT sum) {
  for (int r = 0; r < n; r++)
    for (int q = 0; q < n; q++) {
      for (int p = 0; p < n; p++) {
        sum[p] = 0;
        for (int s = 0; s < n; s++)
          sum[p] += A[(r * n + q) * n + s] * C[s * n + p];
      }
      for (int p = 0; p < n; p++)
        A[(r * n + q) * n + p] = sum[p];
    }
}

BENCH_UNUSED static void gradient(int n, real *A, real *dA, const real *C, real *dC, real *sum,
                                  real *dsum) {
  real *before = copy_of(A, (size_t)n * n * n);
  kernel(n, A, C, sum);
  for (int row = 0; row < n * n; row++) {
    real *d = dA + row * n;
    memcpy(dsum, d, (size_t)n * sizeof *dsum);
    for (int s = 0; s < n; s++) {
      d[s] = row_dot(dsum, C + s * n, n);
      row_add(dC + s * n, dsum, before[row * n + s], n);
    }
  }
  free(before);
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, INOUT, n * n * n, -1, 1);
  buffer_set(data, 1, INPUT, n * n, -1, 1);
  buffer_set(data, 2, SCRATCH, n, 0, 0);
  data->operations = 2.0 * n * n * n * n;
}

DEFINE_WORKLOAD(1, 3, 7, 32, 64)
