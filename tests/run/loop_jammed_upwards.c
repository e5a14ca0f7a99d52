/* Nests over the rows of matrices, as a network's layers have them, whose outermost loops may run
 * upwards in the reverse sweep: with rows that are apart, that overlap the next one, and of which
 * each takes something from the one before or leaves something for the one after. */
#include "oracle.h"

/* Each row is scaled by what is in it; rows lie `step` numbers apart. */
__attribute__((noinline)) static void normalise(double *out, double *scales, const double *in,
                                                const double *weight, const double *bias, int rows,
                                                int step, int columns) {
  for (int r = 0; r < rows; r++) {
    const double *x = in + r * step;
    double *y = out + r * step;
    double sum = 0;
    for (int c = 0; c < columns; c++)
      sum += x[c] * x[c];
    double scale = 1 / sqrt(sum + 0.5);
    for (int c = 0; c < columns; c++)
      y[c] = x[c] * scale * weight[c] + bias[c];
    scales[r] = scale;
  }
}

/* What a row is shifted by stands in one place for all, and each row changes it. */
__attribute__((noinline)) static void shift(double *restrict out, double *restrict offset,
                                            const double *restrict in,
                                            const double *restrict weight, int rows, int columns) {
  for (int r = 0; r < rows; r++) {
    double sum = 0;
    for (int c = 0; c < columns; c++)
      sum += in[r * columns + c] * weight[c];
    *offset = 0.4 * *offset * sum;
    for (int c = 0; c < columns; c++)
      out[r * columns + c] = (in[r * columns + c] + *offset) * weight[c];
  }
}

/* The same, and the next row is made of this one. */
__attribute__((noinline)) static void propagate(double *restrict state,
                                                const double *restrict weight, int rows,
                                                int columns) {
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns; c++)
      state[(r + 1) * columns + c] = 0.5 * state[r * columns + c] * weight[c] + weight[r];
}

PRIMAL(upwards) {
  enum { ROWS = 5, COLUMNS = 9, SIZE = (ROWS + 2) * COLUMNS };
  double a[SIZE], b[SIZE], c[SIZE], scales[ROWS], weight[COLUMNS], bias[COLUMNS], offset = 0.7;
  for (int i = 0; i < SIZE; i++) {
    a[i] = in[i % n] * (0.5 + 0.01 * i);
    b[i] = c[i] = 0.1;
  }
  for (int i = 0; i < COLUMNS; i++) {
    weight[i] = 0.3 + in[i % n];
    bias[i] = in[(i + 1) % n] * 0.2;
  }
  normalise(b, scales, a, weight, bias, ROWS, COLUMNS, COLUMNS);
  normalise(c, scales, b, weight, bias, ROWS - 1, COLUMNS, COLUMNS - 2);
  normalise(c + 3, scales, a, weight, weight, 4, 5, COLUMNS);    /* rows of the result overlap */
  normalise(b + 4, scales, b, weight, bias, 3, COLUMNS, COLUMNS); /* the result lies in what is read */
  normalise(b, b + 60, a, weight, a + 30, 3, 6, 6);
  normalise(b, a, a + 1, weight, bias, 1, 4, 4); /* one row */
  normalise(b, b + 20, a, weight, bias, ROWS, 0, 6); /* one for all */
  shift(a, &offset, c, weight, ROWS, COLUMNS);
  propagate(c, weight, ROWS, COLUMNS);
  for (int j = 0; j < m; j++)
    for (int i = j; i < SIZE; i += m)
      out[j] += 0.1 * (a[i] * b[i] + c[i] * c[i]) + scales[i % (ROWS - 1)] + 0.01 * offset;
}
ORACLE_MAIN(upwards, 7, 4, 0.2, 0.9)
