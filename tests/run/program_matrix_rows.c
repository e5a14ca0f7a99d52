/* An array of heap rows built by one helper, multiplied by another, freed by a third. */
#include "oracle.h"
static double **matrix(int rows, int columns) {
  double **a = (double **)malloc((size_t)rows * sizeof *a);
  for (int i = 0; i < rows; i++)
    a[i] = (double *)calloc((size_t)columns, sizeof **a);
  return a;
}
static void release(double **a, int rows) {
  for (int i = 0; i < rows; i++)
    free(a[i]);
  free(a);
}
PRIMAL(power) {
  int k = 2;
  double **a = matrix(k, k), **b = matrix(k, k);
  for (int i = 0; i < k; i++)
    for (int j = 0; j < k; j++)
      a[i][j] = in[i * k + j], b[i][j] = i == j;
  for (int round = 0; round < 3; round++) {
    double **c = matrix(k, k);
    for (int i = 0; i < k; i++)
      for (int j = 0; j < k; j++)
        for (int l = 0; l < k; l++)
          c[i][j] += b[i][l] * a[l][j];
    release(b, k);
    b = c;
  }
  for (int i = 0; i < k; i++)
    out[i] = b[i][0] * b[0][i];
  release(a, k);
  release(b, k);
}
ORACLE_MAIN(power, 4, 2, 0.3, 1)
