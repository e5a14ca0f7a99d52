/* Products of matrices with so long rows that the reverse sweep goes by strips of them through what
 * it adds to for each row of the result: with a rest, with one strip, with and without a bias, with
 * rows of the factors and of the result that overlap, into what a factor is read from, and where a
 * row takes what the one before has left. */
#include "oracle.h"

enum { INNER = 900, COLUMNS = 37, ROWS = 5 };

typedef struct {
  int rows, inner, columns;
  int row, factor, result; /* how far rows of each are apart */
} Shape;

__attribute__((noinline)) static void product(double *y, const double *x, const double *w,
                                              const double *bias, Shape s) {
  for (int r = 0; r < s.rows; r++)
    for (int o = 0; o < s.columns; o++) {
      double sum = bias ? bias[o] : 0;
      for (int c = 0; c < s.inner; c++)
        sum += x[r * s.row + c] * w[o * s.factor + c];
      y[r * s.result + o] = sum;
    }
}

__attribute__((noinline)) static void
product_downwards(double *restrict y, const double *restrict x, const double *restrict w, Shape s) {
  for (int r = s.rows; r-- > 0;)
    for (int o = s.columns - 1; o >= 0; o--) {
      double sum = y[r * s.result + o];
      for (int c = s.inner - 1; c >= 0; c--)
        sum -= x[r * s.row + c] * w[o * s.factor + c] * 0.5;
      y[r * s.result + o] = sum * sum;
    }
}

/* Four rows of the result at a time, as a tile. */
__attribute__((noinline)) static void tiled(double *y, const double *x, const double *w, Shape s) {
  for (int r = 0; r + 4 <= s.rows; r += 4)
    for (int o = 0; o < s.columns; o++) {
      double sum[4] = {0};
      for (int c = 0; c < s.inner; c++)
        for (int k = 0; k < 4; k++)
          sum[k] += x[(r + k) * s.row + c] * w[o * s.factor + c];
      for (int k = 0; k < 4; k++)
        y[(r + k) * s.result + o] = sum[k];
    }
}

/* A row of the result is in the sums of the next. */
__attribute__((noinline)) static void handed_on(double *y, const double *x, const double *w,
                                                Shape s) {
  for (int r = 1; r < s.rows; r++)
    for (int o = 0; o < s.columns; o++) {
      double sum = y[(r - 1) * s.result + (o * 7 + 3) % s.columns];
      for (int c = 0; c < s.inner; c++)
        sum += x[r * s.row + c] * w[o * s.factor + c];
      y[r * s.result + o] = 0.3 * sum * y[(r - 1) * s.result + o];
    }
}

static double gather(const double *y, int count) {
  double total = 0;
  for (int i = 0; i < count; i++)
    total += y[i] * (1 + 0.1 * (i % 7)) + 0.01 * y[i] * y[(i * 5 + 1) % count];
  return total;
}

PRIMAL(strips) {
  static const Shape apart = {ROWS, INNER, COLUMNS, INNER, INNER, COLUMNS};
  enum { FACTORS = COLUMNS * INNER, ALL = FACTORS + (ROWS + 3) * INNER + 600 };
  double *all = malloc(ALL * sizeof *all);
  if (!all)
    abort();
  for (int i = 0; i < ALL; i++)
    all[i] = (in[i % n] - 0.5) * (0.02 + 0.0001 * (i % 83));
  double *w = all, *x = all + FACTORS, *y = x + (ROWS + 3) * INNER;
  Shape s = apart;
  product(y, x, w, NULL, s);
  out[0] += gather(y, ROWS * COLUMNS);
  s.rows = 3, s.columns = 16;
  product(y, x, w, y + 300, s);
  out[1] += gather(y, 3 * 16);
  s = apart, s.row = 40, s.factor = 300; /* rows of the factors overlap */
  product(y, x, w, y + 300, s);
  out[0] += gather(y, ROWS * COLUMNS);
  s = apart, s.result = 11; /* rows of the result do */
  product(y, x, w, NULL, s);
  out[1] += gather(y, 4 * 11 + COLUMNS);
  s = apart, s.rows = 3; /* the result lies in a factor */
  product(w + 5 * INNER + 20, x, w, NULL, s);
  product(x + 2 * INNER + 9, x, w, NULL, s);
  product_downwards(y, x, w, s);
  out[0] += gather(y, 3 * COLUMNS);
  s.rows = 8;
  tiled(y, x, w, s);
  out[1] += gather(y, 8 * COLUMNS);
  tiled(x + 3 * INNER, x, w, s);
  s.rows = 4;
  handed_on(y, x, w, s);
  out[0] += gather(y, 4 * COLUMNS);
  out[1] += gather(x, 3 * INNER);
  free(all);
}
ORACLE_MAIN(strips, 9, 2, 0.2, 0.9)
