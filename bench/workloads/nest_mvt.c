/* x1 += A y1, x2 += A^T y2 */
#include "nest.h"

static void kernel(int n, real *RESTRICT x1, real *RESTRICT x2, const real *RESTRICT A,
                   const real *RESTRICT y1, const real *RESTRICT y2) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x1[i] += A[i * n + j] * y1[j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x2[i] += A[j * n + i] * y2[j];
}

/* Both products in one pass over A, by rows. */
BENCH_UNUSED static void gradient(int n, real *x1, real *restrict dx1, real *x2, real *restrict dx2,
                                  const real *restrict A, real *restrict dA,
                                  const real *restrict y1, real *restrict dy1,
                                  const real *restrict y2, real *restrict dy2) {
  kernel(n, x1, x2, A, y1, y2);
  for (int i = 0; i < n; i++) {
    real sum = 0, d = dx1[i], y = y2[i];
    for (int j = 0; j < n; j++) {
      real a = A[i * n + j];
      dA[i * n + j] += d * y1[j] + dx2[j] * y;
      dy1[j] += d * a;
      sum += dx2[j] * a;
    }
    dy2[i] += sum;
  }
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, INOUT, n, -1, 1);
  buffer_set(data, 1, INOUT, n, -1, 1);
  buffer_set(data, 2, INPUT, n * n, -1, 1);
  buffer_set(data, 3, INPUT, n, -1, 1);
  buffer_set(data, 4, INPUT, n, -1, 1);
  data->operations = 4.0 * n * n;
}

DEFINE_WORKLOAD(1, 5, 11, 128, 2000)
