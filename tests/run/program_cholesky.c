/* Cholesky factorisation in place and two triangular solves on a VLA matrix. */
#include "oracle.h"
static void solve(int k, double a[k][k], double b[k]) {
  for (int j = 0; j < k; j++) {
    for (int i = 0; i < j; i++)
      a[j][j] -= a[j][i] * a[j][i];
    a[j][j] = sqrt(a[j][j]);
    for (int r = j + 1; r < k; r++) {
      for (int i = 0; i < j; i++)
        a[r][j] -= a[r][i] * a[j][i];
      a[r][j] /= a[j][j];
    }
  }
  for (int i = 0; i < k; i++) {
    for (int j = 0; j < i; j++)
      b[i] -= a[i][j] * b[j];
    b[i] /= a[i][i];
  }
  for (int i = k - 1; i >= 0; i--) {
    for (int j = i + 1; j < k; j++)
      b[i] -= a[j][i] * b[j];
    b[i] /= a[i][i];
  }
}
PRIMAL(cholesky) {
  int k = (int)m;
  double a[k][k];
  for (int i = 0; i < k; i++)
    for (int j = 0; j < k; j++)
      a[i][j] = in[i < j ? i * k + j : j * k + i] + (i == j ? k : 0);
  for (int i = 0; i < k; i++)
    out[i] = in[i] + 1;
  solve(k, a, out);
}
ORACLE_MAIN(cholesky, 16, 4, 0.2, 1)
