// large: takes long to compile
/* BLAS by its Fortran interface, in all the forms that letters ask for. */
// needs: ls /usr/lib/*/libblas.so /usr/lib/libblas.so /usr/lib64/libblas.so 2>/dev/null | grep -q .
// link: -lblas
#define ORACLE_SLACK 20
#include "oracle.h"
typedef const int *I;
typedef const double *X;
typedef const char *T;
double ddot_(I, X, I, X, I), dnrm2_(I, X, I), dasum_(I, X, I);
void daxpy_(I, X, X, I, double *, I), dscal_(I, X, double *, I), dcopy_(I, X, I, double *, I);
void dswap_(I, double *, I, double *, I), drot_(I, double *, I, double *, I, X, X);
void dgemv_(T, I, I, X, X, I, X, I, X, double *, I), dger_(I, I, X, X, I, X, I, double *, I);
void dsymv_(T, I, X, X, I, X, I, X, double *, I), dsyr_(T, I, X, X, I, double *, I);
void dsyr2_(T, I, X, X, I, X, I, double *, I), dtrmv_(T, T, T, I, X, I, double *, I);
int dtrsv_(T, T, T, I, X, I, double *, I); /* as translators from Fortran declare it */
void dgemm_(T, T, I, I, I, X, X, I, X, I, X, double *, I), dsyrk_(T, T, I, I, X, X, I, X, double *, I);
void dsymm_(T, T, I, I, X, X, I, X, I, X, double *, I), dsyr2k_(T, T, I, I, X, X, I, X, I, X, double *, I);
void dtrmm_(T, T, T, T, I, I, X, X, I, double *, I), dtrsm_(T, T, T, T, I, I, X, X, I, double *, I);
enum { N = 3, LD = 4 };
static const int dim = N, k = 2, ld = LD, one = 1, two = 2, back = -1;
PRIMAL(vectors) {
  double *x = in, *y = in + 6, sum = 0;
  daxpy_(&dim, x, x, &two, y, &one);
  dscal_(&dim, y, x, &two);
  dswap_(&dim, x, &back, y, &one);
  drot_(&dim, x, &one, y, &two, x + 5, y + 5);
  sum += ddot_(&dim, x, &one, y, &back) + dnrm2_(&dim, x, &one) * dasum_(&dim, y, &two);
  dcopy_(&dim, x, &one, out, &one);
  out[3] = sum;
}
PRIMAL(products) {
  double *a = in, *x = in + 12, *y = in + 18, *alpha = in + 24, *beta = in + 25;
  double *c = out, *b = out + 12;
  for (const char *t = "NTc"; *t; t++) {
    dgemv_(t, &dim, &dim, alpha, a, &ld, x, &two, beta, y, &one);
    for (const char *s = "Nt"; *s; s++)
      dgemm_(t, s, &dim, &dim, &dim, alpha, a, &ld, b, &ld, beta, c, &ld);
  }
  dger_(&dim, &dim, alpha, x, &one, y, &one, b, &ld);
  for (const char *u = "UL"; *u; u++) {
    dsymv_(u, &dim, alpha, a, &ld, x, &one, beta, y, &back);
    dsyr_(u, &dim, alpha, y, &one, b, &ld);
    dsyr2_(u, &dim, alpha, x, &one, y, &one, c, &ld);
    for (const char *s = "LR"; *s; s++)
      dsymm_(s, u, &dim, &k, alpha, b, &ld, a, &ld, beta, c, &ld);
    for (const char *t = "NT"; *t; t++) {
      dsyrk_(u, t, &dim, &dim, alpha, a, &ld, beta, b, &ld);
      dsyr2k_(u, t, &dim, &dim, alpha, a, &ld, b, &ld, beta, c, &ld);
    }
  }
}
PRIMAL(triangles) {
  double *a = in, *alpha = in + 12, *b = out, *x = out + 12;
  for (int i = 0; i < N; i++)
    a[i * (LD + 1)] += 2;
  for (const char *u = "UL"; *u; u++)
    for (const char *t = "NT"; *t; t++)
      for (const char *d = "NU"; *d; d++) {
        for (const char *s = "LR"; *s; s++) {
          dtrmm_(s, u, t, d, &dim, &dim, alpha, a, &ld, b, &ld);
          dtrsm_(s, u, t, d, &dim, &dim, alpha, a, &ld, b, &ld);
        }
        dtrmv_(u, t, d, &dim, a, &ld, x, &one);
        dtrsv_(u, t, "N", &dim, a, &ld, x, &back);
      }
}
ORACLE(vectors, 12, 4, .3, 1.5)
ORACLE(products, 26, 24, .3, 1)
ORACLE(triangles, 13, 15, .3, 1)
int main(void) {
  vectors_oracle();
  products_oracle();
  triangles_oracle();
  return oracle_exit();
}
