/* Inverses of LAPACK, from the factors of a matrix, and copies and multiples of parts of matrices. */
// needs: ls /usr/lib/*/liblapack.so /usr/lib/liblapack.so /usr/lib64/liblapack.so 2>/dev/null | grep -q .
// link: -llapack -lblas
#define ORACLE_SLACK 20
#include "oracle.h"
void dpotrf_(char *, int *, double *, int *, int *), dpotri_(char *, int *, double *, int *, int *);
void dgetrf_(int *, int *, double *, int *, int *, int *);
void dgetri_(int *, double *, int *, int *, double *, int *, int *);
void dtrtri_(char *, char *, int *, double *, int *, int *);
void dlacpy_(char *, int *, int *, double *, int *, double *, int *);
void dlaset_(char *, int *, int *, double *, double *, double *, int *);
void dlascl_(char *, int *, int *, double *, double *, int *, int *, double *, int *, int *);
enum { N = 3 };

PRIMAL(inverses) {
  int dim = N, info, pivots[N], size = N;
  double a[N * N], work[N];
  for (int upper = 0; upper < 2; upper++) {
    char u = upper ? 'U' : 'L';
    for (int i = 0; i < N * N; i++)
      a[i] = in[i] + (i % (N + 1) == 0 ? 4 : 0);
    dpotrf_(&u, &dim, a, &dim, &info);
    dpotri_(&u, &dim, a, &dim, &info);
    dtrtri_(&u, upper ? "U" : "N", &dim, a, &dim, &info);
    for (int i = 0; i < N * N; i++)
      out[i] += (upper + 1) * a[i];
  }
  for (int i = 0; i < N * N; i++)
    a[i] = in[i] * (i % N == 1 ? 3 : 1) + (i % N == 2 && i / N == 0 ? 5 : 0);
  dgetrf_(&dim, &dim, a, &dim, pivots, &info);
  dgetri_(&dim, a, &dim, pivots, work, &size, &info);
  for (int i = 0; i < N * N; i++)
    out[i] *= a[i];
}

PRIMAL(parts) {
  int rows = 4, columns = 3, below = 1, above = 1, info;
  double b[12];
  for (char *part = "AUL"; *part; part++) {
    dlaset_(part, &rows, &columns, &in[0], &in[1], b, &rows);
    dlacpy_(part + (*part == 'A'), &rows, &columns, in, &rows, b, &rows);
    for (int i = 0; i < 12; i++)
      out[i] += b[i] * *part;
  }
  for (char *part = "GULHBQZ"; *part; part++) {
    int lead = 4, height = *part == 'B' || *part == 'Q' ? 3 : 4;
    dlascl_(part, &below, &above, &in[2], &in[3], &height, &columns, out, &lead, &info);
  }
}

ORACLE(inverses, 9, 9, .3, 1)
ORACLE(parts, 12, 12, .3, 1)
int main(void) {
  inverses_oracle();
  parts_oracle();
  return oracle_exit();
}
