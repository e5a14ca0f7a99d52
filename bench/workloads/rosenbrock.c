/* Rosenbrock's function of n variables. */
#include "../workload.h"

static void kernel(int n, real *RESTRICT value, const real *RESTRICT x) {
  real sum = 0;
  for (int i = 0; i + 1 < n; i++) {
    real valley = x[i + 1] - x[i] * x[i], distance = 1 - x[i];
    sum += 100 * valley * valley + distance * distance;
  }
  *value = sum;
}

/* Each element is in two terms: gathered, so that the loop has no dependence. */
BENCH_UNUSED static void gradient(int n, real *value, real *dvalue, const real *restrict x,
                                  real *restrict dx) {
  real seed = *dvalue;
  real sum = 0;
  for (int i = 0; i + 1 < n; i++) {
    real valley = x[i + 1] - x[i] * x[i], distance = 1 - x[i];
    sum += 100 * valley * valley + distance * distance;
  }
  *value = sum;
  dx[0] += seed * (-400 * x[0] * (x[1] - x[0] * x[0]) - 2 * (1 - x[0]));
  for (int i = 1; i + 1 < n; i++)
    dx[i] += seed * (200 * (x[i] - x[i - 1] * x[i - 1]) - 400 * x[i] * (x[i + 1] - x[i] * x[i]) -
                     2 * (1 - x[i]));
  dx[n - 1] += seed * 200 * (x[n - 1] - x[n - 2] * x[n - 2]);
}

BENCH_UNUSED static void shape(Data *data) {
  data->integers[0] = data->size;
  buffer_set(data, 0, OUTPUT, 1, 0.5, 1.5);
  buffer_set(data, 1, INPUT, (size_t)data->size, -1, 1);
  data->operations = 8.0 * data->size;
}

DEFINE_WORKLOAD(1, 2, 100, 1000, 100000, 10000000)
