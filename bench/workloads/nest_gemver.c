/* A += u1 v1^T + u2 v2^T; x = beta A^T y + z; w = alpha A x */
#include "nest.h"

static void kernel(int n, real *RESTRICT w, real *RESTRICT x, real *RESTRICT A,
                   const real *RESTRICT u1, const real *RESTRICT v1, const real *RESTRICT u2,
                   const real *RESTRICT v2, const real *RESTRICT y, const real *RESTRICT z) {
  const real alpha = 1.5, beta = 1.2;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i * n + j] += u1[i] * v1[j] + u2[i] * v2[j];
  for (int i = 0; i < n; i++) {
    x[i] = z[i];
    for (int j = 0; j < n; j++)
      x[i] += beta * A[j * n + i] * y[j];
  }
  for (int i = 0; i < n; i++) {
    w[i] = 0;
    for (int j = 0; j < n; j++)
      w[i] += alpha * A[i * n + j] * x[j];
  }
}

BENCH_UNUSED static void
gradient(int n, real *w, real *restrict dw, real *restrict x, real *restrict dx, real *restrict A,
         real *restrict dA, const real *restrict u1, real *restrict du1, const real *restrict v1,
         real *restrict dv1, const real *restrict u2, real *restrict du2, const real *restrict v2,
         real *restrict dv2, const real *restrict y, real *restrict dy, const real *z,
         real *restrict dz) {
  const real alpha = 1.5, beta = 1.2;
  kernel(n, w, x, A, u1, v1, u2, v2, y, z);
  for (int i = 0; i < n; i++)
    row_add(dx, A + i * n, alpha * dw[i], n);
  for (int i = 0; i < n; i++) {
    real d = alpha * dw[i], yi = beta * y[i], u1i = u1[i], u2i = u2[i];
    real sum_y = 0, sum_u1 = 0, sum_u2 = 0;
    for (int j = 0; j < n; j++) {
      sum_y += A[i * n + j] * dx[j];
      real da = dA[i * n + j] + d * x[j] + yi * dx[j];
      dA[i * n + j] = da;
      sum_u1 += da * v1[j];
      sum_u2 += da * v2[j];
      dv1[j] += da * u1i;
      dv2[j] += da * u2i;
    }
    dy[i] += beta * sum_y;
    du1[i] += sum_u1;
    du2[i] += sum_u2;
    dw[i] = 0;
  }
  for (int i = 0; i < n; i++) {
    dz[i] += dx[i];
    dx[i] = 0;
  }
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, OUTPUT, n, 0.5, 1.5);
  buffer_set(data, 1, SCRATCH, n, 0, 0);
  buffer_set(data, 2, INOUT, n * n, -1, 1);
  for (int i = 3; i < 9; i++)
    buffer_set(data, i, INPUT, n, -1, 1);
  data->operations = 8.0 * n * n;
}

DEFINE_WORKLOAD(1, 9, 11, 128, 2000)
