/* Rows that are normalised, several at a time where they go through the same weights, with loops
 * one after another in each row; rows that overlap, that are updated in place, and whose sums are
 * read where they were added to. */
#include "oracle.h"

enum { SIZE = 160 };

__attribute__((noinline)) static void normalise(double *out, const double *in, int stride,
                                                const double *weight, const double *bias,
                                                double *mean, int rows, int columns) {
  for (int r = 0; r < rows; r++) {
    const double *x = in + r * stride;
    double *y = out + r * stride;
    double sum = 0, squares = 0;
    for (int c = 0; c < columns; c++)
      sum += x[c];
    double average = sum / columns;
    for (int c = 0; c < columns; c++)
      squares += (x[c] - average) * (x[c] - average);
    double scale = 1 / sqrt(squares / columns + 0.01);
    for (int c = 0; c < columns; c++)
      y[c] = (x[c] - average) * scale * weight[c] + bias[c];
    mean[r] = average;
  }
}

/* Every element is used twice, and replaced. */
__attribute__((noinline)) static void in_place(double *restrict x, const double *restrict weight,
                                               int rows, int columns) {
  for (int r = 0; r < rows; r++) {
    for (int c = 0; c < columns; c++)
      x[r * columns + c] *= weight[c] * x[r * columns + c];
    for (int c = 0; c < columns; c++)
      x[r * columns + c] += weight[c] * weight[columns - 1 - c];
  }
}

/* The sums of a row begin from those of the row before. */
__attribute__((noinline)) static void running(double *restrict total, const double *restrict x,
                                              const double *restrict weight, int rows,
                                              int columns) {
  for (int r = 0; r < rows; r++) {
    for (int c = 0; c < columns; c++)
      total[c] += x[r * columns + c] * weight[c];
    for (int c = 0; c < columns; c++)
      total[c] = 0.5 * total[c] * weight[c] + x[r * columns + c];
  }
}

/* Rows get longer: what is in one is not in the next. */
__attribute__((noinline)) static void triangle(double *restrict out, const double *restrict x,
                                               const double *restrict weight, int rows) {
  for (int r = 0; r < rows; r++) {
    double sum = 0;
    for (int c = 0; c <= r; c++)
      sum += x[r * rows + c] * weight[c];
    for (int c = 0; c <= r; c++)
      out[r * rows + c] = sum * weight[c] * x[r * rows + c];
  }
}

PRIMAL(rows) {
  double x[SIZE], y[SIZE], weight[SIZE], mean[16] = {0}, total[12] = {0};
  for (int i = 0; i < SIZE; i++) {
    x[i] = in[i % n] * (0.3 + 0.01 * (i % 17)) - 0.4;
    weight[i] = 0.5 + 0.3 * in[(i + 3) % n] * (i % 5);
    y[i] = 0.1;
  }
  for (int r = 1; r < 10; r++)
    normalise(y, x, 7, weight, weight + 9, mean + r % 3, r, 7);
  normalise(x, x, 6, weight, weight + 2, mean + 1, 9, 6);       /* in place */
  normalise(y + 40, x + 20, 3, weight, weight + 5, mean, 8, 5); /* rows overlap */
  normalise(y + 5, y, 6, y + 90, y + 91, mean + 4, 6, 4);       /* results lie in the operand */
  normalise(x + 80, x, 8, weight, weight + 3, weight + 60, 8, 8);
  in_place(y + 60, weight, 9, 5);
  running(total, x, weight, 10, 8);
  triangle(y, x, weight, 9);
  for (int j = 0; j < m; j++)
    out[j] = mean[j] + total[j] * total[j + 4];
  for (int j = 0; j < SIZE; j++)
    out[j % m] += y[j] * x[(j + 1) % SIZE] + 0.1 * weight[j] * y[SIZE - 1 - j];
}
ORACLE_MAIN(rows, 9, 7, 0.2, 0.9)
