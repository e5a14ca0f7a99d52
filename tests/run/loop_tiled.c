/* Products of matrices whose rows are taken several at a time, with a rest of rows, where the rows
 * of the result are apart, overlap, or are one; and sums over three loops. */
#include "oracle.h"

enum { SIZE = 200 };

__attribute__((noinline)) static void product(double *c, int stride, const double *a,
                                              const double *b, const double *bias, int rows,
                                              int inner, int columns) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      double sum = bias ? bias[j] : 0;
      for (int k = 0; k < inner; k++)
        sum += a[i * inner + k] * b[j * inner + k];
      c[i * stride + j] = sum;
    }
}

__attribute__((noinline)) static void restricted(double *restrict c, int stride,
                                                 const double *restrict a, const double *restrict b,
                                                 int rows, int inner, int columns) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      double sum = 0;
      for (int k = 0; k < inner; k++)
        sum += a[i * inner + k] * b[j * inner + k];
      c[i * stride + j] += sum * sum;
    }
}

/* What a row leaves is in the sums of the next: rows may not be taken together. */
__attribute__((noinline)) static void chained(double *restrict c, const double *restrict a,
                                              const double *restrict b, int rows, int inner,
                                              int columns) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      double sum = c[j];
      for (int k = 0; k < inner; k++)
        sum += a[i * inner + k] * b[j * inner + k];
      c[j] = 0.1 * sum * sum;
    }
}

/* Each of the innermost loops carries a number along. */
__attribute__((noinline)) static double carried(const double *restrict a, const double *restrict b,
                                                int rows, int inner, int columns) {
  double total = 0;
  for (int i = 0; i < rows; i++) {
    double row = 0.5;
    for (int j = 0; j < columns; j++) {
      double product = 1;
      for (int k = 0; k < inner; k++)
        product = 0.5 * product + a[j * inner + k] * b[k];
      row = 0.7 * row + product * a[i];
    }
    total += row * row;
  }
  return total;
}

PRIMAL(tiled) {
  double a[SIZE], c[SIZE], far[SIZE];
  for (int i = 0; i < SIZE; i++) {
    a[i] = in[i % n] * (0.3 + 0.01 * (i % 17)) - 0.4;
    c[i] = far[i] = 0.1;
  }
  for (int rows = 1; rows < 18; rows++)
    product(c + rows, 5, a, a + 60, rows % 2 ? a + 90 : NULL, rows, 3, 5);
  product(c + 60, 3, a, a + 40, a, 9, 4, 6);       /* rows overlap */
  product(c + 100, 0, a, a + 40, NULL, 6, 2, 5);   /* all rows are one */
  product(c + 160, -6, a, a + 40, a + 3, 7, 3, 5); /* rows from behind */
  product(c + 20, 4, c, a + 3, NULL, 8, 3, 4);     /* the result lies in a factor */
  restricted(far, 7, a, a + 50, 11, 5, 7);
  restricted(far + 90, 2, a, c, 8, 3, 5);
  restricted(far + 90, 7, a, c, 5, 2, 7);
  chained(far + 130, a, c, 9, 4, 6);
  double total = carried(a, c, 10, 3, 4);
  for (int j = 0; j < m; j++)
    out[j] = total;
  for (int j = 0; j < SIZE; j++)
    out[j % m] += c[j] * far[(j + 1) % SIZE] + 0.1 * far[j] * far[SIZE - 1 - j];
}
ORACLE_MAIN(tiled, 9, 7, 0.2, 0.9)
