/* The heat equation in a cube, between two arrays */
#include "nest.h"

enum { STEPS = 10 };

/* second difference along one axis */
#define SECOND(a, at, stride) (a[(at) + (stride)] - 2 * a[at] + a[(at) - (stride)])

static void step(int n, real *RESTRICT to, const real *RESTRICT from) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      for (int k = 1; k < n - 1; k++) {
        int at = (i * n + j) * n + k;
        to[at] = (real)0.125 * SECOND(from, at, n * n) + (real)0.125 * SECOND(from, at, n) +
                 (real)0.125 * SECOND(from, at, 1) + from[at];
      }
}

static void kernel(int n, real *RESTRICT A, real *RESTRICT B) {
  for (int t = 0; t < STEPS; t++) {
    step(n, B, A);
    step(n, A, B);
  }
}

/* `scaled` keeps a border of zeros; the stencil is symmetric, so inside it is gathered like itself,
 * and the border is gathered from its one inner neighbour. */
static void step_adjoint(int n, real *restrict dto, real *restrict dfrom, real *restrict scaled) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      for (int k = 1; k < n - 1; k++) {
        int at = (i * n + j) * n + k;
        scaled[at] = (real)0.125 * dto[at];
        dto[at] = 0;
      }
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      int row = (i * n + j) * n;
      for (int k = 1; k < n - 1; k++)
        dfrom[row + k] += SECOND(scaled, row + k, n * n) + SECOND(scaled, row + k, n) +
                          SECOND(scaled, row + k, 1) + 8 * scaled[row + k];
      dfrom[row] += scaled[row + 1];
      dfrom[row + n - 1] += scaled[row + n - 2];
    }
  for (int i = 1; i < n - 1; i++)
    for (int k = 1; k < n - 1; k++) {
      dfrom[i * n * n + k] += scaled[i * n * n + n + k];
      dfrom[(i * n + n - 1) * n + k] += scaled[(i * n + n - 2) * n + k];
    }
  for (int j = 1; j < n - 1; j++)
    for (int k = 1; k < n - 1; k++) {
      dfrom[j * n + k] += scaled[n * n + j * n + k];
      dfrom[((n - 1) * n + j) * n + k] += scaled[((n - 2) * n + j) * n + k];
    }
}

BENCH_UNUSED static void gradient(int n, real *A, real *dA, real *B, real *dB) {
  kernel(n, A, B);
  real *scaled = calloc((size_t)n * n * n, sizeof *scaled);
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
  buffer_set(data, 0, INOUT, n * n * n, -1, 1);
  buffer_set(data, 1, INOUT, n * n * n, -1, 1);
  data->operations = 20.0 * STEPS * n * n * n;
}

DEFINE_WORKLOAD(1, 2, 6, 20, 100)
