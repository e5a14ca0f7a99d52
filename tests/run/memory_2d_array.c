/* Arrays of arrays, sliced, as parameters and on the stack. */
#include "oracle.h"
enum { R = 3, C = 4 };
static void smooth(double to[R][C], double from[R][C]) {
  for (int i = 0; i < R; i++)
    for (int j = 0; j < C; j++)
      to[i][j] = 0.5 * from[i][j] * from[(i + 1) % R][j] + 0.25 * sin(from[i][(j + C - 1) % C]);
}
PRIMAL(grid) {
  double a[R][C], b[R][C];
  memcpy(a, in, sizeof a);
  for (int t = 0; t < 3; t++) {
    smooth(b, a);
    smooth(a, b);
  }
  for (int i = 0; i < R; i++)
    out[i] = a[i][i] * b[2][i + 1];
}
ORACLE_MAIN(grid, R *C, R, 0.5, 1.5)
