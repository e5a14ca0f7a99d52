/* The Cholesky factor of A, in its lower triangle */
#include "nest.h"

static void kernel(int n, real *A) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        A[i * n + j] -= A[i * n + k] * A[j * n + k];
      A[i * n + j] /= A[j * n + j];
    }
    for (int k = 0; k < i; k++)
      A[i * n + i] -= A[i * n + k] * A[i * n + k];
    A[i * n + i] = sqrt(A[i * n + i]);
  }
}

/* dj -= d * ai, di -= d * aj in one pass */
static inline void row_pair(real *restrict di, real *restrict dj, const real *restrict ai,
                            const real *restrict aj, real d, int n) {
  for (int k = 0; k < n; k++) {
    di[k] -= d * aj[k];
    dj[k] -= d * ai[k];
  }
}

/* Needs only the factor itself: every element is final once it has been read. */
BENCH_UNUSED static void gradient(int n, real *A, real *dA) {
  kernel(n, A);
  for (int i = n; i-- > 0;) {
    real *di = dA + i * n, *ai = A + i * n;
    di[i] /= 2 * ai[i];
    row_add(di, ai, -2 * di[i], i);
    for (int j = i; j-- > 0;) {
      di[j] /= A[j * n + j];
      dA[j * n + j] -= di[j] * ai[j];
      row_pair(di, dA + j * n, ai, A + j * n, di[j], j);
    }
  }
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, INOUT, n * n, -1, 1);
  buffer_diagonal(data, 0, n, n + 2.0);
  data->operations = n * n * n / 3.0;
}

DEFINE_WORKLOAD(1, 1, 11, 64, 400)
