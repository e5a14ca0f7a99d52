/* Products of matrices whose adjoints are summed for several columns of the result at once: with a
 * rest of columns, for result and factors that are apart, that overlap, and that are one matrix,
 * and with sums into the adjoint of the bias between the inner loops. */
#include "oracle.h"

enum { ROWS = 3, INNER = 7, COLUMNS = 11, SIZE = 2 * ROWS * COLUMNS + COLUMNS * INNER };

__attribute__((noinline)) static void product(double *c, const double *a, const double *b,
                                              const double *bias, int rows, int inner,
                                              int columns) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      double sum = bias ? bias[j] : 0;
      for (int k = 0; k < inner; k++)
        sum += a[i * inner + k] * b[j * inner + k];
      c[i * columns + j] = sum;
    }
}

/* Two rows at a time, in registers. */
__attribute__((noinline)) static void product_of_pairs(double *c, const double *a, const double *b,
                                                       int rows, int inner, int columns) {
  for (int i = 0; i + 1 < rows; i += 2)
    for (int j = 0; j < columns; j++) {
      double first = 0, second = 0;
      for (int k = 0; k < inner; k++) {
        first += a[i * inner + k] * b[j * inner + k];
        second += a[(i + 1) * inner + k] * b[j * inner + k];
      }
      c[i * columns + j] = first;
      c[(i + 1) * columns + j] = second * second;
    }
}

/* The rows of the result are summed into what the next rows read. */
__attribute__((noinline)) static void accumulate(double *restrict y, const double *restrict x,
                                                 const double *restrict weight, int rows,
                                                 int columns) {
  for (int j = 0; j < rows; j++)
    for (int k = 0; k < columns; k++)
      y[k] += x[j] * weight[j * columns + k] * weight[k];
}

PRIMAL(jammed) {
  double a[SIZE], c[SIZE], far[SIZE];
  for (int i = 0; i < SIZE; i++) {
    a[i] = in[i % n] * (0.3 + 0.01 * (i % 17)) - 0.4;
    c[i] = far[i] = 0.1;
  }
  product(c, a, a + 40, a + 25, ROWS, INNER, COLUMNS); /* apart */
  product(far, a, a, a, ROWS, INNER, COLUMNS);         /* both factors and the bias are one */
  product(c + 20, c, a + 40, a + 3, ROWS, INNER, 6);   /* the result lies in a factor */
  product(c + 9, a, c + 5, c, 2, 5, 4);                /* … and in the other, and in the bias */
  product(far + 40, a, a + 30, NULL, 2, 6, 10);
  product_of_pairs(far + 30, c, a, ROWS + 1, 5, 9);
  product_of_pairs(far + 2, far, far + 6, 2, 4, 5);
  accumulate(c, a, far, 9, 8);
  product(c + 30, a, far, a + 9, 1, 3, 2); /* fewer columns than are taken together */
  for (int j = 0; j < m; j++)
    out[j] = c[2 * j] + c[j + 30] * far[j + 1] + 0.1 * far[3 * j + 20] * far[40 - j];
}
ORACLE_MAIN(jammed, 9, 7, 0.2, 0.9)
