/* Stencils over several rows, whose distances only the run knows: apart, so near that the rows
 * meet, and the same. */
#include "oracle.h"

/* A point and its neighbours along a line, a plane and a cube. */
__attribute__((noinline)) static void diffuse(int count, int row, int plane, double *restrict to,
                                              const double *restrict from) {
  for (int k = 1; k < count - 1; k++)
    to[k] = 0.4 * from[k] + 0.08 * (from[k - 1] + from[k + 1]) +
            0.07 * from[k] * (from[k - row] + from[k + row]) +
            0.06 * (from[k - plane] + from[k + plane]);
}

/* The same in a cube. */
__attribute__((noinline)) static void step(int n, double *to, const double *from) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      for (int k = 1; k < n - 1; k++) {
        int at = (i * n + j) * n + k;
        to[at] = 0.25 * from[at] + 0.1 * (from[at - 1] + from[at + 1]) +
                 0.125 * (from[at - n] + from[at + n]) +
                 0.125 * (from[at - n * n] + from[at + n * n]);
      }
}

PRIMAL(rows) {
  enum { SIZE = 1200, MIDDLE = 400 };
  double *a = calloc(SIZE, sizeof *a), *b = calloc(SIZE, sizeof *b);
  for (int i = 0; i < SIZE; i++)
    a[i] = in[i % n] * (0.4 + 0.0005 * i);
  static const int distances[][2] = {{50, 300}, {3, 40}, {1, 17}, {2, 2}, {20, 1}, {-30, 30}};
  for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
    diffuse(43, distances[i][0], distances[i][1], b + MIDDLE, a + MIDDLE);
    diffuse(43, distances[i][1], distances[i][0], a + MIDDLE, b + MIDDLE);
  }
  step(10, b, a);
  step(10, a, b);
  step(4, a + 1001, a + 1003); /* overlap */
  for (size_t j = 0; j < m; j++)
    for (size_t i = j; i < SIZE; i += m)
      out[j] += 0.01 * (a[i] + b[i]);
  free(a);
  free(b);
}
ORACLE_MAIN(rows, 5, 4, 0.2, 0.8)
