/* Jacobi iteration on a line, between two arrays */
#include "nest.h"

enum { STEPS = 100 };

static void kernel(int n, real *RESTRICT A, real *RESTRICT B) {
  const real third = 0.33333;
  for (int t = 0; t < STEPS; t++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = third * (A[i - 1] + A[i] + A[i + 1]);
    for (int i = 1; i < n - 1; i++)
      A[i] = third * (B[i - 1] + B[i] + B[i + 1]);
  }
}

/* The adjoint of to = third * neighbours of from, which overwrites the interior of to. `scaled` has
 * a zero at each end, so that the neighbours can be gathered without special cases. */
static void step_adjoint(int n, real *restrict dto, real *restrict dfrom, real *restrict scaled) {
  const real third = 0.33333;
  for (int i = 1; i < n - 1; i++) {
    scaled[i] = third * dto[i];
    dto[i] = 0;
  }
  for (int i = 1; i < n - 1; i++)
    dfrom[i] += scaled[i - 1] + scaled[i] + scaled[i + 1];
  dfrom[0] += scaled[1];
  dfrom[n - 1] += scaled[n - 2];
}

BENCH_UNUSED static void gradient(int n, real *A, real *dA, real *B, real *dB) {
  kernel(n, A, B);
  real *scaled = calloc((size_t)n, sizeof *scaled);
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
  buffer_set(data, 0, INOUT, n, -1, 1);
  buffer_set(data, 1, INOUT, n, -1, 1);
  data->operations = 6.0 * STEPS * n;
}

DEFINE_WORKLOAD(1, 2, 11, 2000, 400000)
