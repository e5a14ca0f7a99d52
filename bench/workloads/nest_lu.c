/* The LU factors of A in place, without pivoting */
#include "nest.h"

static void kernel(int n, real *A) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        A[i * n + j] -= A[i * n + k] * A[k * n + j];
      A[i * n + j] /= A[j * n + j];
    }
    for (int j = i; j < n; j++)
      for (int k = 0; k < i; k++)
        A[i * n + j] -= A[i * n + k] * A[k * n + j];
  }
}

/* Needs only the factors; loops turned so that every inner one runs along rows. */
BENCH_UNUSED static void gradient(int n, real *A, real *dA) {
  kernel(n, A);
  for (int i = n; i-- > 0;) {
    real *di = dA + i * n, *ai = A + i * n;
    for (int k = 0; k < i; k++) {
      di[k] -= row_dot(di + i, A + k * n + i, n - i);
      row_add(dA + k * n + i, di + i, -ai[k], n - i);
    }
    for (int j = i; j-- > 0;) {
      di[j] -= row_dot(di + j + 1, A + j * n + j + 1, i - j - 1);
      di[j] /= A[j * n + j];
      dA[j * n + j] -= di[j] * ai[j];
    }
    for (int k = 0; k < i; k++)
      row_add(dA + k * n + k + 1, di + k + 1, -ai[k], i - k - 1);
  }
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, INOUT, n * n, -1, 1);
  buffer_diagonal(data, 0, n, n + 2.0);
  data->operations = 2.0 * n * n * n / 3.0;
}

DEFINE_WORKLOAD(1, 1, 11, 64, 400)
