/* D = alpha A B C + beta D, through a temporary */
#include "nest.h"

static void kernel(int n, real *RESTRICT D, real *RESTRICT product, const real *RESTRICT A,
                   const real *RESTRICT B, const real *RESTRICT C) {
  const real alpha = 1.5, beta = 1.2;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      product[i * n + j] = 0;
      for (int k = 0; k < n; k++)
        product[i * n + j] += alpha * A[i * n + k] * B[k * n + j];
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      D[i * n + j] *= beta;
      for (int k = 0; k < n; k++)
        D[i * n + j] += product[i * n + k] * C[k * n + j];
    }
}

BENCH_UNUSED static void gradient(int n, real *D, real *dD, real *product, real *dproduct, real *A,
                                  real *dA, real *B, real *dB, real *C, real *dC) {
  kernel(n, D, product, A, B, C);
  product_adjoint(n, 1, dD, product, dproduct, C, dC);
  for (int i = 0; i < n * n; i++)
    dD[i] *= 1.2;
  product_adjoint(n, 1.5, dproduct, A, dA, B, dB);
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, INOUT, n * n, -1, 1);
  buffer_set(data, 1, SCRATCH, n * n, 0, 0);
  for (int i = 2; i < 5; i++)
    buffer_set(data, i, INPUT, n * n, -1, 1);
  data->operations = 4.0 * n * n * n;
}

DEFINE_WORKLOAD(1, 5, 11, 64, 256)
