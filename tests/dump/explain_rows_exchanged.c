/* The pivot's row is kept once for all rows below it, though it lies behind a table in which rows
 * are exchanged. */
// flags: -O2 -Xclang -disable-llvm-passes
// adcc: --explain
// prints: keeps .* 8 \* argument2 \* trips\(loop 3 deep\) bytes on the tape
// never: trips\(loop 2 deep\) \* trips\(loop 3 deep\)
#include <adcc/adcc.h>
#include <math.h>
#include <stdlib.h>
static void eliminate(double **rows, int n) {
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(rows[i][k]) > fabs(rows[best][k]))
        best = i;
    double *row = rows[k];
    rows[k] = rows[best];
    rows[best] = row;
    for (int i = k + 1; i < n; i++) {
      double factor = rows[i][k] / rows[k][k];
      for (int j = k; j < n; j++)
        rows[i][j] -= factor * rows[k][j];
    }
  }
}
double last(const double *matrix, int n) {
  double **rows = malloc(n * sizeof *rows);
  for (int i = 0; i < n; i++) {
    rows[i] = malloc(n * sizeof **rows);
    for (int j = 0; j < n; j++)
      rows[i][j] = matrix[i * n + j];
  }
  eliminate(rows, n);
  double pivot = rows[n - 1][n - 1];
  for (int i = 0; i < n; i++)
    free(rows[i]);
  free(rows);
  return pivot;
}
void gradient(const double *matrix, double *dmatrix, int n) {
  __adcc_autodiff((void *)last, adcc_dup, matrix, dmatrix, adcc_const, n);
}
