/* Pointers to pointers: rows of a matrix, permuted while in use. */
#include "oracle.h"
PRIMAL(rows) {
  double *row[3];
  for (int i = 0; i < 3; i++)
    row[i] = in + 3 * i;
  for (int k = 0; k < 3; k++) {
    double *t = row[k];
    row[k] = row[2 - k];
    row[2 - k] = t;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        row[i][j] += 0.1 * row[k][j] * row[i][k];
  }
  double **handle = &row[1];
  out[0] = handle[0][0] * handle[1][2];
  out[1] = (*handle)[1] * row[0][0];
}
ORACLE_MAIN(rows, 9, 2, 0.5, 1.5)
