/* Jacobi iteration on a plane, between two arrays */
#include "nest.h"

enum { STEPS = 20 };

static void kernel(int n, real *RESTRICT A, real *RESTRICT B) {
  const real fifth = 0.2;
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        B[i * n + j] = fifth * (A[i * n + j] + A[i * n + j - 1] + A[i * n + j + 1] +
                                A[(i + 1) * n + j] + A[(i - 1) * n + j]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i * n + j] = fifth * (B[i * n + j] + B[i * n + j - 1] + B[i * n + j + 1] +
                                B[(i + 1) * n + j] + B[(i - 1) * n + j]);
  }
}

/* `scaled` keeps a border of zeros, so that the five neighbours can be gathered. */
static void step_adjoint(int n, real *restrict dto, real *restrict dfrom, real *restrict scaled) {
  const real fifth = 0.2;
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      scaled[i * n + j] = fifth * dto[i * n + j];
      dto[i * n + j] = 0;
    }
  for (int i = 1; i < n - 1; i++) {
    const real *row = scaled + i * n;
    for (int j = 1; j < n - 1; j++)
      dfrom[i * n + j] += row[j] + row[j - 1] + row[j + 1] + row[j - n] + row[j + n];
    dfrom[i * n] += row[1];
    dfrom[i * n + n - 1] += row[n - 2];
  }
  for (int j = 1; j < n - 1; j++) {
    dfrom[j] += scaled[n + j];
    dfrom[(n - 1) * n + j] += scaled[(n - 2) * n + j];
  }
}

BENCH_UNUSED static void gradient(int n, real *A, real *dA, real *B, real *dB) {
  kernel(n, A, B);
  real *scaled = calloc((size_t)n * n, sizeof *scaled);
  if (!scaled)
    abort();
  for (int t = 0; t < STEPS; t++) {
    step_adjoint(n, dA, dB, scaled);
    step_adjoint(n, dB, dA, scaled);
  }
  free(scaled);
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, INOUT, n * n, -1, 1);
  buffer_set(data, 1, INOUT, n * n, -1, 1);
  data->operations = 10.0 * STEPS * n * n;
}

DEFINE_WORKLOAD(1, 2, 9, 90, 1000)
