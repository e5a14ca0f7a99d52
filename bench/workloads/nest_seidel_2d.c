/* Gauss-Seidel iteration on a plane, in place */
#include "nest.h"

enum { STEPS = 20 };

static void kernel(int n, real *A) {
  for (int t = 0; t < STEPS; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++) {
        real *up = A + (i - 1) * n + j, *row = A + i * n + j, *down = A + (i + 1) * n + j;
        row[0] =
            (up[-1] + up[0] + up[1] + row[-1] + row[0] + row[1] + down[-1] + down[0] + down[1]) *
            (real)(1.0 / 9);
      }
}

BENCH_UNUSED static void gradient(int n, real *A, real *dA) {
  kernel(n, A);
  for (int t = 0; t < STEPS; t++)
    for (int i = n - 2; i >= 1; i--)
      for (int j = n - 2; j >= 1; j--) {
        real *up = dA + (i - 1) * n + j, *row = dA + i * n + j, *down = dA + (i + 1) * n + j;
        real d = row[0] * (real)(1.0 / 9);
        for (int k = -1; k <= 1; k++) {
          up[k] += d;
          down[k] += d;
        }
        row[-1] += d;
        row[1] += d;
        row[0] = d;
      }
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, INOUT, n * n, -1, 1);
  data->operations = 9.0 * STEPS * n * n;
}

DEFINE_WORKLOAD(1, 1, 9, 90, 500)
