/* log sum exp of a vector, shifted by its largest element */
#include "nest.h"

static void kernel(int n, real *RESTRICT value, const real *RESTRICT x) {
  real largest = x[0];
  for (int i = 1; i < n; i++)
    if (x[i] > largest)
      largest = x[i];
  real sum = 0;
  for (int i = 0; i < n; i++)
    sum += exp(x[i] - largest);
  *value = log(sum) + largest;
}

/* The exponentials are kept: a second exp would cost more than n numbers. */
BENCH_UNUSED static void gradient(int n, real *value, real *dvalue, const real *restrict x,
                                  real *restrict dx) {
  real *restrict kept = malloc((size_t)n * sizeof *kept);
  if (!kept)
    abort();
  real largest = x[0];
  for (int i = 1; i < n; i++)
    if (x[i] > largest)
      largest = x[i];
  real sum = 0;
  for (int i = 0; i < n; i++) {
    kept[i] = exp(x[i] - largest);
    sum += kept[i];
  }
  *value = log(sum) + largest;
  row_add(dx, kept, *dvalue / sum, n);
  free(kept);
}

BENCH_UNUSED static void shape(Data *data) {
  data->integers[0] = data->size;
  buffer_set(data, 0, OUTPUT, 1, 0.5, 1.5);
  buffer_set(data, 1, INPUT, (size_t)data->size, -3, 3);
  data->operations = 2.0 * data->size;
}

DEFINE_WORKLOAD(1, 2, 100, 1000, 1000000)
