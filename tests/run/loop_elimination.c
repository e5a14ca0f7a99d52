/* Matrices that are eliminated in place, with places on the diagonal: rows apart, rows that are
 * swapped, rows longer than what lies between them, and unsigned indices that wrap around. */
#include "oracle.h"

enum { SIZE = 7, CELLS = SIZE * SIZE + 2 * SIZE };

__attribute__((noinline)) static void pivoted(int n, double *restrict A, double *restrict b) {
  for (int k = 0; k < n; k++) {
    int pivot = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(A[i * n + k]) > fabs(A[pivot * n + k]))
        pivot = i;
    if (pivot != k)
      for (int j = 0; j < n; j++) {
        double held = A[k * n + j];
        A[k * n + j] = A[pivot * n + j];
        A[pivot * n + j] = held;
      }
    for (int i = k + 1; i < n; i++) {
      double factor = A[i * n + k] / A[k * n + k];
      for (int j = k; j < n; j++)
        A[i * n + j] -= factor * A[k * n + j];
      b[i] -= factor * b[k];
    }
  }
}

/* A row of `columns` reaches into the next ones where they are only `stride` apart. */
__attribute__((noinline)) static void banded(int rows, int columns, int stride,
                                             double *restrict A) {
  for (int k = 0; k < rows; k++)
    for (int i = k + 1; i < rows; i++) {
      double factor = 0.3 * A[i * stride + k] / (2 + A[k * stride + k] * A[k * stride + k]);
      for (int j = 0; j < columns; j++)
        A[i * stride + j] -= factor * A[k * stride + j];
    }
}

/* From the last row upwards: `stride` is -columns modulo 2^32. */
__attribute__((noinline)) static void upwards(unsigned rows, unsigned columns, unsigned stride,
                                              unsigned last, double *restrict A) {
  for (unsigned k = 0; k < rows; k++)
    for (unsigned i = k + 1; i < rows; i++) {
      double pivot = A[last + k * (stride + 1)];
      double factor = 0.3 * A[last + i * stride + k] / (2 + pivot * pivot);
      for (unsigned j = 0; j < columns; j++)
        A[last + i * stride + j] -= factor * A[last + k * stride + j];
    }
}

PRIMAL(elimination) {
  double A[CELLS], b[SIZE];
  for (int i = 0; i < CELLS; i++)
    A[i] = in[i % n] * (0.3 + 0.05 * (i % 11)) - (i % 8 == 0 ? 2.5 : 0.4);
  for (int i = 0; i < SIZE; i++)
    b[i] = in[(i + 2) % n];
  banded(SIZE, SIZE, SIZE, A);
  banded(SIZE, SIZE, SIZE - 3, A);
  upwards(SIZE, SIZE, -(unsigned)SIZE, SIZE * (SIZE - 1), A);
  pivoted(SIZE, A, b);
  for (int j = 0; j < m; j++)
    out[j] = b[j % SIZE];
  for (int j = 0; j < CELLS; j++)
    out[j % m] += 0.1 * A[j] * b[j % SIZE];
}
ORACLE_MAIN(elimination, 9, 7, 0.2, 0.9)
