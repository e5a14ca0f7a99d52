/* BLAS and LAPACK with sizes of 64 bits, under the names that libraries give them. What is declared
 * alone is not called by the derivatives. */
// link: -Wl,--unresolved-symbols=ignore-all
// levels: O2 O3 fast raw
#include "oracle.h"
extern int enzyme_dup, enzyme_const;
extern void __enzyme_autodiff_b(void *, ...);
extern double __enzyme_autodiff_d(void *, ...);
typedef int64_t Size;
void dgemm_64_(const char *, const char *, const Size *, const Size *, const Size *, const double *,
               const double *, const Size *, const double *, const Size *, const double *, double *,
               const Size *);
double ddot64_(const Size *, const double *, const Size *, const double *, const Size *);
void cblas_dgemv64_(int order, int t, Size m, Size n, double, const double *, Size, const double *,
                    Size, double, double *, Size);
double cblas_dnrm2_64(Size, const double *, Size);
Size LAPACKE_dgesv_64(int, Size, Size, double *, Size, Size *, double *, Size);

static void product(const double *a, const double *b, double *c, Size n) {
  double one = 1, zero = 0;
  dgemm_64_("N", "T", &n, &n, &n, &one, a, &n, b, &n, &zero, c, &n);
}
static double vectors(const double *x, Size n) {
  Size step = 1;
  double y[2] = {0, 0};
  cblas_dgemv64_(101, 111, 2, 2, 2, x, 2, x, 1, 0, y, 1);
  return ddot64_(&n, x, &step, x, &step) + cblas_dnrm2_64(2, x, 1) + y[0];
}
static double solution(const double *x) {
  double a[4] = {x[0], 0, 0, x[1]}, b[2] = {1, 1};
  Size pivots[2];
  LAPACKE_dgesv_64(102, 2, 1, a, 2, pivots, b, 2);
  return b[0] + 10 * b[1];
}

int main(void) {
  double a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8}, c[4], da[4] = {0}, db[4] = {0}, dc[4] = {1, 0, 0, 2};
  __enzyme_autodiff_b((void *)product, enzyme_dup, a, da, enzyme_dup, b, db, enzyme_dup, c, dc,
                      enzyme_const, (Size)2);
  double a_wanted[] = {5, 12, 7, 16}, b_wanted[] = {1, 4, 3, 8};
  for (int i = 0; i < 4; i++) {
    CLOSE(da[i], a_wanted[i]);
    CLOSE(db[i], b_wanted[i]);
  }
  CLOSE(c[2], 1 * 6 + 3 * 8);
  double x[4] = {3, 4, 5, 6}, dx[4] = {0};
  __enzyme_autodiff_b((void *)vectors, enzyme_dup, x, dx, enzyme_const, (Size)4);
  CLOSE(dx[0], 6 + 0.6 + 4 * 3);
  CLOSE(dx[1], 8 + 0.8 + 4 * 4);
  CLOSE(dx[3], 12);
  dx[0] = dx[1] = 0;
  __enzyme_autodiff_b((void *)solution, enzyme_dup, x, dx);
  CLOSE(dx[0], -1. / 9);
  CLOSE(dx[1], -10. / 16);
  return oracle_exit();
}
