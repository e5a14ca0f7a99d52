/* alloca, in a loop: every block lives until the function returns. */
#include "oracle.h"
PRIMAL(stacked) {
  double **blocks = (double **)__builtin_alloca(n * sizeof *blocks);
  for (size_t i = 0; i < n; i++) {
    blocks[i] = (double *)__builtin_alloca((i + 1) * sizeof(double));
    for (size_t j = 0; j <= i; j++)
      blocks[i][j] = in[i] * in[j];
  }
  double x = 0;
  for (size_t i = 0; i < n; i++)
    x = sin(x) + blocks[i][i / 2] * blocks[n - 1][i];
  out[0] = x;
}
ORACLE_MAIN(stacked, 4, 1, 0.5, 1.5)
