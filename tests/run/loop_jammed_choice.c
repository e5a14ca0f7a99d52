/* Products of matrices after whose sums something is done for all columns or for none: columns are
 * taken together either way, and what is not wanted touches nothing. */
#include "oracle.h"

enum { BATCH = 3, INNER = 6, COLUMNS = 11, SIZE = 260 };

/* The adjoints of bias and scale are summed where these are given. */
__attribute__((noinline)) static void layer(double *y, const double *x, const double *weight,
                                            const double *bias, const double *scale, int rows,
                                            int inner, int columns) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      double sum = 0;
      for (int k = 0; k < inner; k++)
        sum += x[i * inner + k] * weight[j * inner + k];
      if (bias)
        sum += bias[j] + 0.1 * bias[j + 1] * scale[0];
      y[i * columns + j] = sum;
    }
}

/* The place stays, lies in a row of its own, or goes down. */
__attribute__((noinline)) static void count(double *restrict y, const double *restrict x,
                                            const double *restrict weight, double *restrict total,
                                            int stride, int wanted, int inner, int columns) {
  for (int j = 0; j < columns; j++) {
    double sum = 0;
    for (int k = 0; k < inner; k++)
      sum += x[k] * weight[j * inner + k];
    y[j] = sum;
    if (wanted > 2)
      total[j * stride] += 0.5 * sum;
  }
}

PRIMAL(chosen) {
  double a[SIZE], c[SIZE], far[SIZE], totals[40];
  for (int i = 0; i < SIZE; i++) {
    a[i] = in[i % n] * (0.3 + 0.01 * (i % 17)) - 0.4;
    c[i] = far[i] = 0.1;
    totals[i % 40] = 0.2;
  }
  for (int b = 0; b < BATCH; b++) {
    layer(c + 40 * b, a + b, a + 60, b == 1 ? NULL : a + 150, a + 9, 3, INNER, COLUMNS);
    layer(far + 40 * b, c + b, a + 60, b == 1 ? c + 20 : NULL, b ? c : a, 2, INNER, COLUMNS);
    count(far + 130, a, c, totals + 20, b - 1, 2 + b, INNER, COLUMNS);
  }
  layer(c + 130, a, a + 60, c + 131, a, 2, 4, 9);     /* the bias lies in the result */
  layer(c + 160, c + 150, a + 60, a + 60, a, 2, 4, 9); /* … and in the weights */
  for (int j = 0; j < m; j++)
    out[j] = c[2 * j] + c[j + 30] * far[j + 1] + 0.1 * far[3 * j + 20] * far[40 - j] +
             totals[3 * j + 10] * c[131 + j] + c[165 + j] * far[131 + j];
}
ORACLE_MAIN(chosen, 9, 7, 0.2, 0.9)
