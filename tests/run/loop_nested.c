/* Matrix product: three loops, a sum carried by the inner one. */
#include "oracle.h"
enum { N = 3 };
PRIMAL(matmul) {
  const double *a = in, *b = in + N * N;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < N; k++)
        sum += a[i * N + k] * b[k * N + j];
      out[i * N + j] = sum * sum;
    }
}
ORACLE_MAIN(matmul, 2 * N * N, N *N, 0.5, 2)
