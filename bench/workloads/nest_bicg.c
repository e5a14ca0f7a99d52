/* s = A^T r, q = A p */
#include "nest.h"

static void kernel(int n, real *RESTRICT s, real *RESTRICT q, const real *RESTRICT A,
                   const real *RESTRICT p, const real *RESTRICT r) {
  for (int i = 0; i < n; i++)
    s[i] = 0;
  for (int i = 0; i < n; i++) {
    q[i] = 0;
    for (int j = 0; j < n; j++) {
      s[j] += r[i] * A[i * n + j];
      q[i] += A[i * n + j] * p[j];
    }
  }
}

BENCH_UNUSED static void gradient(int n, real *s, real *restrict ds, real *q, real *restrict dq,
                                  const real *restrict A, real *restrict dA, const real *restrict p,
                                  real *restrict dp, const real *restrict r, real *restrict dr) {
  kernel(n, s, q, A, p, r);
  for (int i = 0; i < n; i++) {
    real sum = 0, ri = r[i], d = dq[i];
    for (int j = 0; j < n; j++) {
      real a = A[i * n + j];
      sum += ds[j] * a;
      dA[i * n + j] += ds[j] * ri + d * p[j];
      dp[j] += d * a;
    }
    dr[i] += sum;
  }
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, OUTPUT, n, 0.5, 1.5);
  buffer_set(data, 1, OUTPUT, n, 0.5, 1.5);
  buffer_set(data, 2, INPUT, n * n, -1, 1);
  buffer_set(data, 3, INPUT, n, -1, 1);
  buffer_set(data, 4, INPUT, n, -1, 1);
  data->operations = 4.0 * n * n;
}

DEFINE_WORKLOAD(1, 5, 11, 128, 2000)
