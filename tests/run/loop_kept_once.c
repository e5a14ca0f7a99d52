/* What a loop in the middle of a nest does not change is kept once for all of its iterations; what
 * it changes, or reads only in some, is not. */
#include "oracle.h"

PRIMAL(kept_once) {
  double x[6], v[6], field[3][4];
  for (int i = 0; i < 6; i++)
    x[i] = in[i], v[i] = 0.1 * in[(i + 2) % n];
  for (int i = 0; i < 12; i++)
    field[i / 4][i % 4] = in[i % n] * (1 + i);
  for (int t = 0; t < 4; t++) {
    /* x[j] is the same for all i, and moves after that */
    for (int i = 0; i < 6; i++)
      for (int j = 0; j < 6; j++)
        v[i] += 0.01 * (x[j] - x[i]) / (0.3 + (x[j] - x[i]) * (x[j] - x[i]));
    for (int i = 0; i < 6; i++)
      x[i] += 0.1 * v[i];
    /* field[k][j] is read under a condition on i; row 0 changes while it is read */
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++)
        for (int j = 0; j < 4; j++) {
          if ((i + j + t) % 2)
            v[j] += 0.001 * field[k][j] * field[k][j] * x[i];
          if (k == 0)
            field[0][j] += 0.01 * x[i] * field[1][j];
        }
  }
  for (int j = 0; j < m; j++)
    out[j] = x[j] * v[j] + field[0][j % 4];
}
ORACLE_MAIN(kept_once, 6, 5, 0.2, 0.9)
