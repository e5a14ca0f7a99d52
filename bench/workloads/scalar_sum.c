/* A tight loop on scalars, from which the reverse sweep needs nothing but the inputs. */
#include "../workload.h"

static void kernel(int n, real *RESTRICT value, const real *RESTRICT x) {
  real sum = 0, slope = x[0], offset = x[1];
  for (int i = 0; i < n; i++) {
    real term = slope * i + offset;
    sum += term * term / n;
  }
  *value = sum;
}

BENCH_UNUSED static void gradient(int n, real *value, real *dvalue, const real *x, real *dx) {
  real sum = 0, slope = x[0], offset = x[1], dslope = 0, doffset = 0;
  for (int i = 0; i < n; i++) {
    real term = slope * i + offset;
    sum += term * term / n;
    dslope += term * i;
    doffset += term;
  }
  *value = sum;
  dx[0] += 2 * dslope / n * *dvalue;
  dx[1] += 2 * doffset / n * *dvalue;
}

BENCH_UNUSED static void shape(Data *data) {
  data->integers[0] = data->size;
  buffer_set(data, 0, OUTPUT, 1, 0.5, 1.5);
  buffer_set(data, 1, INPUT, 2, 0.5, 1.5);
  data->operations = 5.0 * data->size;
}

DEFINE_WORKLOAD(1, 2, 100, 100000000)
