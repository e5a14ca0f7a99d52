/* G = (A B) (C D) */
#include "nest.h"

static void product(int n, real *RESTRICT C, const real *RESTRICT A, const real *RESTRICT B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      C[i * n + j] = 0;
      for (int k = 0; k < n; k++)
        C[i * n + j] += A[i * n + k] * B[k * n + j];
    }
}

static void kernel(int n, real *RESTRICT G, real *RESTRICT E, real *RESTRICT F,
                   const real *RESTRICT A, const real *RESTRICT B, const real *RESTRICT C,
                   const real *RESTRICT D) {
  product(n, E, A, B);
  product(n, F, C, D);
  product(n, G, E, F);
}

BENCH_UNUSED static void gradient(int n, real *G, real *dG, real *E, real *dE, real *F, real *dF,
                                  real *A, real *dA, real *B, real *dB, real *C, real *dC, real *D,
                                  real *dD) {
  kernel(n, G, E, F, A, B, C, D);
  product_adjoint(n, 1, dG, E, dE, F, dF);
  product_adjoint(n, 1, dF, C, dC, D, dD);
  product_adjoint(n, 1, dE, A, dA, B, dB);
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, OUTPUT, n * n, 0.5, 1.5);
  buffer_set(data, 1, SCRATCH, n * n, 0, 0);
  buffer_set(data, 2, SCRATCH, n * n, 0, 0);
  for (int i = 3; i < 7; i++)
    buffer_set(data, i, INPUT, n * n, -1, 1);
  data->operations = 6.0 * n * n * n;
}

DEFINE_WORKLOAD(1, 7, 11, 64, 256)
