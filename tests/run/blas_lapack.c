/* Factorisations of LAPACK and what solves with them; second derivatives through one. */
// needs: ls /usr/lib/*/liblapack.so /usr/lib/liblapack.so /usr/lib64/liblapack.so 2>/dev/null | grep -q .
// link: -llapack -lblas
#define ORACLE_SLACK 20
#include "oracle.h"
void dpotrf_(char *, int *, double *, int *, int *), dgetrf_(int *, int *, double *, int *, int *, int *);
void dpotrs_(char *, int *, int *, double *, int *, double *, int *, int *);
void dposv_(char *, int *, int *, double *, int *, double *, int *, int *);
void dgetrs_(char *, int *, int *, double *, int *, int *, double *, int *, int *);
void dgesv_(int *, int *, double *, int *, int *, double *, int *, int *);
void dtrtrs_(char *, char *, char *, int *, int *, double *, int *, double *, int *, int *);
enum { N = 3 };
PRIMAL(solve) {
  int dim = N, two = 2, info, pivots[N];
  double a[N * N], *b = out;
  for (int upper = 0; upper < 2; upper++) {
    char u = upper ? 'U' : 'L';
    for (int i = 0; i < N * N; i++)
      a[i] = in[i] + (i % (N + 1) == 0 ? 4 : 0);
    dpotrf_(&u, &dim, a, &dim, &info);
    dpotrs_(&u, &dim, &two, a, &dim, b, &dim, &info);
    dtrtrs_(&u, "T", "N", &dim, &two, a, &dim, b, &dim, &info);
    for (int i = 0; i < N * N; i++)
      a[i] += i % (N + 1) == 0 ? 4 : 0;
    dposv_(&u, &dim, &two, a, &dim, b, &dim, &info);
  }
  for (int i = 0; i < N * N; i++)
    a[i] = in[i] * (i % N == 1 ? 3 : 1) + (i % N == 2 && i / N == 0 ? 5 : 0);
  dgetrf_(&dim, &dim, a, &dim, pivots, &info);
  for (char *t = "NT"; *t; t++)
    dgetrs_(t, &dim, &two, a, &dim, pivots, b, &dim, &info);
  for (int i = 0; i < N * N; i++)
    a[i] = in[i] + 7 * (i == 1) + 6 * (i == 3) + 4 * (i == 8);
  dgesv_(&dim, &two, a, &dim, pivots, b, &dim, &info);
}
static double log_determinant(double s) {
  int n = 2, info;
  double a[4] = {2 + s, s, s, 3};
  dpotrf_("L", &n, a, &n, &info);
  return 2 * log(a[0]) + 2 * log(a[3]);
}
static double slope(double s) { return __adcc_autodiff_1(log_determinant, s); }
ORACLE(solve, 9, 6, .3, 1)
int main(void) {
  solve_oracle();
  double s = .5, d = 6 + 3 * s - s * s, d1 = 3 - 2 * s;
  CLOSE(slope(s), d1 / d);
  CLOSE(__adcc_fwddiff_1(slope, s, 1), (-2 * d - d1 * d1) / (d * d));
  CLOSE(__adcc_autodiff_1(slope, s), (-2 * d - d1 * d1) / (d * d));
  return oracle_exit();
}
