/* What a row adds up to is read, and written, once for each row of a product, and not once for each
 * strip of the factor that the reverse sweep goes through. */
#include "oracle.h"
enum { ROWS = 5, INNER = 900, COLUMNS = 37 };
__attribute__((noinline)) static void sums(double *restrict y, const double *restrict x,
                                           const double *restrict w, int rows, int columns,
                                           int inner) {
  for (int r = 0; r < rows; r++) {
    double factor = y[r];
    for (int o = 0; o < columns; o++)
      for (int c = 0; c < inner; c++)
        factor += x[r * inner + c] * w[o * inner + c];
    y[r] = factor * 0.3;
  }
}
PRIMAL(once) {
  enum { ALL = (COLUMNS + ROWS) * INNER };
  double *all = malloc(ALL * sizeof *all), y[ROWS];
  if (!all)
    abort();
  for (int i = 0; i < ALL; i++)
    all[i] = (in[i % n] - 0.5) * (0.02 + 0.0001 * (i % 83));
  for (int i = 0; i < ROWS; i++)
    y[i] = in[i];
  sums(y, all, all + ROWS * INNER, ROWS, COLUMNS, INNER);
  for (int i = 0; i < ROWS; i++)
    out[i % m] += y[i] * y[i];
  free(all);
}
ORACLE_MAIN(once, 9, 2, 0.2, 0.9)
