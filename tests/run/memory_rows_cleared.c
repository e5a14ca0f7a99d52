/* Rows of triangles behind one another in one array, indexed by products of int and cleared before
 * they are filled; then again where what is read and what is cleared is the same memory. */
#include "oracle.h"
__attribute__((noinline)) static void scores(double *out, double *score, const double *query,
                                             const double *key, int B, int H, int T) {
  for (int b = 0; b < B; b++)
    for (int h = 0; h < H; h++)
      for (int t = 0; t < T; t++) {
        double *row = score + b * H * T * T + h * T * T + t * T;
        for (int s = 0; s < T; s++)
          row[s] = 0;
        double sum = 0;
        for (int s = 0; s <= t; s++) {
          row[s] = query[b * H * T + h * T + t] * key[b * H * T + h * T + s];
          sum += row[s] * row[s];
        }
        double scale = 1 / (1 + sum);
        for (int s = 0; s <= t; s++)
          out[b * H * T + h * T + t] += row[s] * scale * key[b * H * T + h * T + s];
      }
}
PRIMAL(rows_cleared) {
  enum { B = 2, H = 2, T = 3 };
  (void)n;
  double score[B * H * T * T], sums[B * H * T] = {0};
  scores(sums, score, in, in + B * H * T, B, H, T);
  for (int i = 0; i < B * H * T; i++)
    out[i] = sums[i] * score[i];
  double both[2 * B * H * T * T];
  for (int i = 0; i < 2 * B * H * T * T; i++)
    both[i] = in[i % (2 * B * H * T)] * (1 + 0.1 * i);
  /* Rows are cleared of which the next ones are products. */
  scores(out, both, both + T, both + 2 * T, B, H, T);
  for (int i = 0; i < B * H * T; i++)
    out[i] += both[i];
}
ORACLE_MAIN(rows_cleared, 24, 12, 0.3, 1.1)
