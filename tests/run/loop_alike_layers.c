// large: takes long to compile
/* A network that calls its layers in many places: once inlined, their nests are alike, but for
 * sizes that two calls have in common, an absent bias, arguments that coincide, and a constant. */
#include "oracle.h"

enum { ROWS = 4, WIDE = 6, NARROW = 3, STEPS = 2 };

static void dense(double *restrict y, const double *restrict x, const double *restrict weight,
                  const double *restrict bias, int rows, int from, int to) {
  for (int r = 0; r < rows; r++)
    for (int o = 0; o < to; o++) {
      double sum = bias ? bias[o] : 0;
      for (int i = 0; i < from; i++)
        sum += x[r * from + i] * weight[o * from + i];
      y[r * to + o] = sum;
    }
}

static void normalise(double *y, const double *x, double floor, int rows, int columns) {
  for (int r = 0; r < rows; r++) {
    double mean = 0, squares = floor;
    for (int c = 0; c < columns; c++)
      mean += x[r * columns + c] / columns;
    for (int c = 0; c < columns; c++) {
      double deviation = x[r * columns + c] - mean;
      squares += deviation * deviation;
    }
    for (int c = 0; c < columns; c++)
      y[r * columns + c] = (x[r * columns + c] - mean) / sqrt(squares);
  }
}

static void mix(double *y, const double *a, const double *b, double share, int rows, int columns) {
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns; c++)
      y[r * columns + c] = share * tanh(a[r * columns + c]) + (1 - share) * b[r * columns + c];
}

/* The numbers of rows and columns are read from memory, so that no loop is unrolled. */
static void network(double *out, const double *in, double *work, const int *sizes) {
  int rows = sizes[0], wide = sizes[1], narrow = sizes[2];
  const double *square = in + rows * wide, *down = square + wide * wide;
  const double *up = down + narrow * wide, *bias = up + wide * narrow;
  double *a = work, *b = a + rows * wide, *c = b + rows * wide, *d = c + rows * wide;
  normalise(a, in, 0.5, rows, wide);
  for (int step = 0; step < sizes[3]; step++) {
    dense(b, a, square, bias, rows, wide, wide);
    mix(a, b, a, 0.25, rows, wide); /* in place */
    dense(d, a, down, bias, rows, wide, narrow);
    normalise(d, d, 0.75, rows, narrow);
    dense(c, d, up, NULL, rows, narrow, wide);
    mix(b, c, a, 0.5, rows, wide);
    dense(c, b, square, NULL, rows, wide, wide);
    normalise(b, c, 0.5, rows, wide);
    mix(a, b, c, 0.25, rows, wide);
    dense(d, a, down, bias, rows, wide, narrow);
    mix(d, d, d, 0.125, rows, narrow);
    dense(b, d, up, bias, rows, narrow, wide);
    mix(a, b, a, 0.5, rows, wide);
  }
  normalise(b, a, 0.25, rows, wide);
  dense(out, b, square, bias, rows, wide, wide);
}

PRIMAL(layers) {
  volatile int rows = ROWS, wide = WIDE, narrow = NARROW, steps = STEPS;
  int sizes[] = {rows, wide, narrow, steps};
  double work[4 * ROWS * WIDE];
  network(out, in, work, sizes);
}
ORACLE_MAIN(layers, ROWS *WIDE + WIDE * WIDE + 2 * NARROW * WIDE + WIDE, ROWS *WIDE, 0.2, 1)
