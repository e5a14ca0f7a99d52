/* The heat equation on a line with its own conductivity in each cell, 1,000 steps in place */
#include "nest.h"

enum { STEPS = 1000 };

static void kernel(int n, real *RESTRICT u, const real *RESTRICT conductivity) {
  for (int t = 0; t < STEPS; t++)
    for (int i = 1; i < n - 1; i++)
      u[i] += conductivity[i] * (u[i - 1] - 2 * u[i] + u[i + 1]);
}

/* Keeps the second difference of every update: one number a cell and step. */
BENCH_UNUSED static void gradient(int n, real *u, real *du, const real *conductivity,
                                  real *dconductivity) {
  real *history = malloc((size_t)STEPS * n * sizeof *history);
  if (!history)
    abort();
  for (int t = 0; t < STEPS; t++)
    for (int i = 1; i < n - 1; i++) {
      real second = u[i - 1] - 2 * u[i] + u[i + 1];
      history[(size_t)t * n + i] = second;
      u[i] += conductivity[i] * second;
    }
  for (int t = STEPS; t-- > 0;)
    for (int i = n - 2; i >= 1; i--) {
      real d = du[i];
      dconductivity[i] += d * history[(size_t)t * n + i];
      d *= conductivity[i];
      du[i - 1] += d;
      du[i] -= 2 * d;
      du[i + 1] += d;
    }
  free(history);
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, INOUT, n, -1, 1);
  buffer_set(data, 1, INPUT, n, 0.1, 0.3);
  data->operations = 5.0 * STEPS * n;
}

/* Checked with so many cells that heat is still flowing in the end. */
DEFINE_WORKLOAD(1, 2, 65, 1000)
