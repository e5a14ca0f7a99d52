/* y = A^T (A x) */
#include "nest.h"

static void kernel(int n, real *RESTRICT y, real *RESTRICT product, const real *RESTRICT A,
                   const real *RESTRICT x) {
  for (int i = 0; i < n; i++)
    y[i] = 0;
  for (int i = 0; i < n; i++) {
    product[i] = 0;
    for (int j = 0; j < n; j++)
      product[i] += A[i * n + j] * x[j];
    for (int j = 0; j < n; j++)
      y[j] += A[i * n + j] * product[i];
  }
}

BENCH_UNUSED static void gradient(int n, real *y, real *dy, real *product, real *dproduct,
                                  const real *restrict A, real *restrict dA, const real *restrict x,
                                  real *restrict dx) {
  (void)dproduct;
  kernel(n, y, product, A, x);
  for (int i = 0; i < n; i++) {
    real d = row_dot(A + i * n, dy, n), p = product[i];
    for (int j = 0; j < n; j++) {
      dA[i * n + j] += p * dy[j] + d * x[j];
      dx[j] += d * A[i * n + j];
    }
  }
  memset(dy, 0, (size_t)n * sizeof *dy);
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, OUTPUT, n, 0.5, 1.5);
  buffer_set(data, 1, SCRATCH, n, 0, 0);
  buffer_set(data, 2, INPUT, n * n, -1, 1);
  buffer_set(data, 3, INPUT, n, -1, 1);
  data->operations = 4.0 * n * n;
}

DEFINE_WORKLOAD(1, 4, 11, 128, 2000)
