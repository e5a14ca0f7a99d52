/* A tight loop on one scalar where every step depends on the last: x' = x + h (a - x^2). The
 * reverse sweep needs every x, by hand as well. */
#include "../workload.h"

#include <stdlib.h>

static void kernel(int n, real *RESTRICT value, const real *RESTRICT start) {
  real x = start[0], a = start[1];
  for (int i = 0; i < n; i++)
    x += (real)1e-3 * (a - x * x);
  *value = x;
}

BENCH_UNUSED static void gradient(int n, real *value, real *dvalue, const real *start,
                                  real *dstart) {
  real *history = malloc((size_t)n * sizeof *history);
  if (!history)
    abort();
  real x = start[0], a = start[1];
  for (int i = 0; i < n; i++) {
    history[i] = x;
    x += (real)1e-3 * (a - x * x);
  }
  *value = x;
  real dx = *dvalue, da = 0;
  for (int i = n; i-- > 0;) {
    da += (real)1e-3 * dx;
    dx -= (real)2e-3 * history[i] * dx;
  }
  dstart[0] += dx;
  dstart[1] += da;
  free(history);
}

BENCH_UNUSED static void shape(Data *data) {
  data->integers[0] = data->size;
  buffer_set(data, 0, OUTPUT, 1, 0.5, 1.5);
  buffer_set(data, 1, INPUT, 2, 0.5, 1.5);
  data->operations = 4.0 * data->size;
}

DEFINE_WORKLOAD(1, 2, 100, 10000000)
