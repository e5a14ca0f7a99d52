/* Gaussian elimination with pivoting, in place, on rows behind pointers. */
#include "oracle.h"
enum { N = 4 };
PRIMAL(solve) {
  double *row[N];
  for (int i = 0; i < N; i++) {
    row[i] = (double *)malloc((N + 1) * sizeof(double));
    for (int j = 0; j < N; j++)
      row[i][j] = in[i * N + j] + (i == (j + 1) % N ? 4 : 0);
    row[i][N] = in[N * N + i];
  }
  for (int k = 0; k < N; k++) {
    int pivot = k;
    for (int i = k + 1; i < N; i++)
      if (fabs(row[i][k]) > fabs(row[pivot][k]))
        pivot = i;
    double *t = row[k];
    row[k] = row[pivot];
    row[pivot] = t;
    for (int i = k + 1; i < N; i++) {
      double factor = row[i][k] / row[k][k];
      for (int j = k; j <= N; j++)
        row[i][j] -= factor * row[k][j];
    }
  }
  for (int i = N - 1; i >= 0; i--) {
    double sum = row[i][N];
    for (int j = i + 1; j < N; j++)
      sum -= row[i][j] * out[j];
    out[i] = sum / row[i][i];
  }
  for (int i = 0; i < N; i++)
    free(row[i]);
}
ORACLE_MAIN(solve, N *N + N, N, 0.5, 1.5)
