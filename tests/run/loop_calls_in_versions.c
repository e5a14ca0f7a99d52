/* Rows of a softmax behind pointers that may overlap: a nest that calls functions which may write
 * errno has a version for arrays that are apart like any other. There, no sum is kept. */
#include "oracle.h"

#include <adcc/adcc.h>
enum { ROWS = 24, COLUMNS = 64 };
__attribute__((noinline)) static void mix(double *y, double *weights, const double *scores,
                                          const double *values, int rows, int columns) {
  for (int r = 0; r < rows; r++) {
    double sum = 0;
    for (int s = 0; s < columns; s++) {
      weights[s] = exp(scores[r * columns + s]);
      sum += weights[s];
    }
    y[r] = 0;
    for (int s = 0; s < columns; s++)
      y[r] += weights[s] / sum * values[s];
  }
}
PRIMAL(apart) {
  double weights[COLUMNS];
  mix(out, weights, in, in + 3, (int)m, 6);
  (void)n;
}
PRIMAL(overlapping) {
  double all[64];
  for (size_t i = 0; i < 64; i++)
    all[i] = 0.1 * (double)i * in[i % n];
  mix(all + 4, all + 10, all, all + 7, 4, 5);
  for (size_t i = 0; i < 64; i++)
    out[i % m] += all[i];
}
ORACLE(apart, 40, 5, 0.2, 1.1)
ORACLE(overlapping, 7, 5, 0.05, 0.2)

static void keeps_little(void) {
  static double y[ROWS], dy[ROWS], weights[COLUMNS], dweights[COLUMNS];
  static double scores[ROWS * COLUMNS], dscores[ROWS * COLUMNS], values[COLUMNS], dvalues[COLUMNS];
  for (int i = 0; i < ROWS * COLUMNS; i++)
    scores[i] = sin(i), values[i % COLUMNS] = cos(i), dy[i % ROWS] = 1;
  volatile int rows = ROWS, columns = COLUMNS;
  adcc_tape_reset_peak();
  __adcc_autodiff((void *)mix, adcc_dup, y, dy, adcc_dup, weights, dweights, adcc_dup, scores,
                  dscores, adcc_dup, values, dvalues, adcc_const, rows, adcc_const, columns);
  struct adcc_tape_statistics stats;
  adcc_tape_stats(&stats);
  if (math_errhandling & MATH_ERRNO)
    EXPECT(2 * stats.peak_bytes <= 5 * sizeof scores); /* exp and the weights, not a sum */
}

int main(void) {
  apart_oracle();
  overlapping_oracle();
  keeps_little();
  return oracle_exit();
}
