/* A dense system by LU factors with partial pivoting, A and b in place */
#include "nest.h"

static void kernel(int n, real *RESTRICT A, real *RESTRICT b, real *RESTRICT x) {
  for (int k = 0; k < n; k++) {
    int pivot = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(A[i * n + k]) > fabs(A[pivot * n + k]))
        pivot = i;
    if (pivot != k) {
      for (int j = 0; j < n; j++) {
        real held = A[k * n + j];
        A[k * n + j] = A[pivot * n + j];
        A[pivot * n + j] = held;
      }
      real held = b[k];
      b[k] = b[pivot];
      b[pivot] = held;
    }
    for (int i = k + 1; i < n; i++) {
      real factor = A[i * n + k] / A[k * n + k];
      for (int j = k; j < n; j++)
        A[i * n + j] -= factor * A[k * n + j];
      b[i] -= factor * b[k];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    real sum = b[i];
    for (int j = i + 1; j < n; j++)
      sum -= A[i * n + j] * x[j];
    x[i] = sum / A[i * n + i];
  }
}

/* What an expert writes: solve the transposed system once, db = A^-T dx and dA = -db x^T. It needs
 * the factors, which this keeps with the order of the rows, and so it factors for itself. */
BENCH_UNUSED static void gradient(int n, real *A, real *dA, real *b, real *db, real *x, real *dx) {
  int *order = malloc((size_t)n * sizeof *order);
  real *lower = calloc((size_t)n * n, sizeof *lower), *y = malloc((size_t)n * sizeof *y);
  if (!order || !lower || !y)
    abort();
  for (int i = 0; i < n; i++)
    order[i] = i;
  for (int k = 0; k < n; k++) {
    int pivot = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(A[i * n + k]) > fabs(A[pivot * n + k]))
        pivot = i;
    if (pivot != k) {
      int row = order[k];
      order[k] = order[pivot];
      order[pivot] = row;
      for (int j = 0; j < n; j++) {
        real held = A[k * n + j], held_lower = lower[k * n + j];
        A[k * n + j] = A[pivot * n + j];
        A[pivot * n + j] = held;
        lower[k * n + j] = lower[pivot * n + j];
        lower[pivot * n + j] = held_lower;
      }
      real held = b[k];
      b[k] = b[pivot];
      b[pivot] = held;
    }
    for (int i = k + 1; i < n; i++) {
      real factor = A[i * n + k] / A[k * n + k];
      lower[i * n + k] = factor;
      row_add(A + i * n + k, A + k * n + k, -factor, n - k);
      b[i] -= factor * b[k];
    }
  }
  for (int i = n - 1; i >= 0; i--)
    x[i] = (b[i] - row_dot(A + i * n + i + 1, x + i + 1, n - i - 1)) / A[i * n + i];

  memcpy(y, dx, (size_t)n * sizeof *y);
  for (int i = 0; i < n; i++) {
    y[i] /= A[i * n + i];
    row_add(y + i + 1, A + i * n + i + 1, -y[i], n - i - 1);
  }
  for (int i = n; i-- > 0;)
    row_add(y, lower + i * n, -y[i], i);
  for (int i = 0; i < n; i++) {
    db[order[i]] += y[i];
    row_add(dA + order[i] * n, x, -y[i], n);
  }
  free(order);
  free(lower);
  free(y);
}

BENCH_UNUSED static void shape(Data *data) {
  size_t n = (size_t)data->size;
  data->integers[0] = data->size;
  buffer_set(data, 0, INPUT, n * n, -1, 1);
  buffer_diagonal(data, 0, n, 3);
  buffer_set(data, 1, INPUT, n, -1, 1);
  buffer_set(data, 2, OUTPUT, n, 0.5, 1.5);
  data->operations = 2.0 * n * n * n / 3;
}

DEFINE_WORKLOAD(1, 3, 9, 50, 300)
