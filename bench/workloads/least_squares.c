/* Half the squared length of A x - b */
#include "nest.h"

static void kernel(int n, real *RESTRICT value, const real *RESTRICT A, const real *RESTRICT x,
                   const real *RESTRICT b) {
  real sum = 0;
  for (int i = 0; i < n; i++) {
    real residual = -b[i];
    for (int j = 0; j < n; j++)
      residual += A[i * n + j] * x[j];
    sum += residual * residual;
  }
  *value = sum / 2;
}

/* Row by row, while A's row is in the cache: nothing is kept. */
BENCH_UNUSED static void gradient(int n, real *value, real *dvalue, const real *restrict A,
                                  real *restrict dA, const real *restrict x, real *restrict dx,
                                  const real *restrict b, real *restrict db) {
  real sum = 0, seed = *dvalue;
  for (int i = 0; i < n; i++) {
    const real *row = A + i * n;
    real residual = row_dot(row, x, n) - b[i], d = residual * seed;
    sum += residual * residual;
    db[i] -= d;
    for (int j = 0; j < n; j++) {
      dA[i * n + j] += d * x[j];
      dx[j] += d * A[i * n + j];
    }
  }
  *value = sum / 2;
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, OUTPUT, 1, 0.5, 1.5);
  buffer_set(data, 1, INPUT, n * n, -1, 1);
  buffer_set(data, 2, INPUT, n, -1, 1);
  buffer_set(data, 3, INPUT, n, -1, 1);
  data->operations = 2.0 * n * n;
}

DEFINE_WORKLOAD(1, 4, 11, 128, 2000)
