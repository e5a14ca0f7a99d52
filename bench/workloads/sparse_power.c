/* Ten steps of the power method with a sparse matrix, whose eight columns a row come from an array
 */
#include "nest.h"

enum { PER_ROW = 8, STEPS = 10 };

static void kernel(int n, const int *RESTRICT columns, real *RESTRICT x, const real *RESTRICT A,
                   real *RESTRICT y) {
  for (int s = 0; s < STEPS; s++) {
    real square = 0;
    for (int i = 0; i < n; i++) {
      real sum = 0;
      for (int j = i * PER_ROW; j < (i + 1) * PER_ROW; j++)
        sum += A[j] * x[columns[j]];
      y[i] = sum;
    }
    for (int i = 0; i < n; i++)
      square += y[i] * y[i];
    real scale = 1 / sqrt(square);
    for (int i = 0; i < n; i++)
      x[i] = y[i] * scale;
  }
}

/* Keeps x of every step. Of x' = y / |y| the adjoint is (dx' - (dx' . x') x') / |y|. */
BENCH_UNUSED static void gradient(int n, const int *restrict columns, real *restrict x,
                                  real *restrict dx, const real *restrict A, real *restrict dA,
                                  real *restrict y) {
  real scales[STEPS], *states = malloc((STEPS + 1) * (size_t)n * sizeof *states);
  if (!states)
    abort();
  for (int i = 0; i < n; i++)
    states[i] = x[i];
  for (int s = 0; s < STEPS; s++) {
    const real *before = states + (size_t)s * n;
    real *after = states + (size_t)(s + 1) * n, square = 0;
    for (int i = 0; i < n; i++) {
      real sum = 0;
      for (int j = i * PER_ROW; j < (i + 1) * PER_ROW; j++)
        sum += A[j] * before[columns[j]];
      y[i] = sum;
      square += sum * sum;
    }
    scales[s] = 1 / sqrt(square);
    for (int i = 0; i < n; i++)
      after[i] = y[i] * scales[s];
  }
  for (int i = 0; i < n; i++)
    x[i] = states[(size_t)STEPS * n + i];
  for (int s = STEPS; s-- > 0;) {
    const real *before = states + (size_t)s * n, *after = before + n;
    real along = row_dot(dx, after, n);
    for (int i = 0; i < n; i++) {
      y[i] = (dx[i] - along * after[i]) * scales[s];
      dx[i] = 0;
    }
    for (int i = 0; i < n; i++)
      for (int j = i * PER_ROW; j < (i + 1) * PER_ROW; j++) {
        dA[j] += y[i] * before[columns[j]];
        dx[columns[j]] += y[i] * A[j];
      }
  }
  free(states);
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  data->index_count = n * PER_ROW;
  data->index_limit = data->size;
  buffer_set(data, 0, INOUT, n, 0.5, 1.5);
  buffer_set(data, 1, INPUT, n * PER_ROW, 0.1, 1);
  buffer_set(data, 2, SCRATCH, n, 0, 0);
  data->operations = (2.0 * PER_ROW + 3) * STEPS * n;
}

#define ARGUMENTS (void *)kernel, CONSTANTS_1x, DUPS_3

BENCH_DEFINE(50, kernel(INTEGERS_1x, VALUES_3), gradient(INTEGERS_1x, PAIRS_2, BENCH_VALUE(2)),
             __adcc_autodiff(ARGUMENTS), __adcc_fwddiff(ARGUMENTS), 1000, 200000)
