/* A row that is read once more behind a store to its mirror image, which is the same place in the middle of
 * the row: iterations that run together must not read that once. */
#include "oracle.h"
enum { M = 65 };
__attribute__((noinline)) static void gather(double *restrict x, double *restrict s, int rows) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < M; j++) {
      double a = x[i * M + j];
      x[i * M + M - 1 - j] = 0.5 * a + 0.125;
      double b = x[i * M + j];
      s[j] += a + b;
    }
}
PRIMAL(mirrored) {
  int rows = 8 + (in[0] > 100);
  double x[9 * M], s[M] = {0};
  for (int i = 0; i < rows * M; i++)
    x[i] = in[i % n] * (0.5 + 0.01 * (i % 17));
  gather(x, s, rows);
  for (int j = 0; j < M; j++)
    out[j % m] += s[j];
}
ORACLE_MAIN(mirrored, 7, 3, 0.2, 1.4)
