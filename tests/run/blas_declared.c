/* A product of matrices by BLAS that is declared alone: the derivative does not call it. As Fortran
 * calls it, with the lengths of texts behind the rest. */
// link: -Wl,--unresolved-symbols=ignore-all
// levels: O2 O3 fast raw
#include "oracle.h"
extern int enzyme_dup, enzyme_const;
extern void __enzyme_autodiff_b(void *, ...);
void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *,
            const double *, const int *, const double *, const int *, const double *, double *,
            const int *, long, long);
static void product(const double *a, const double *b, double *c, int n) {
  double one = 1, zero = 0;
  dgemm_("N", "T", &n, &n, &n, &one, a, &n, b, &n, &zero, c, &n, 1, 1);
}
int main(void) {
  double a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8}, c[4], da[4] = {0}, db[4] = {0}, dc[4] = {1, 0, 0, 2};
  __enzyme_autodiff_b((void *)product, enzyme_dup, a, da, enzyme_dup, b, db, enzyme_dup, c, dc,
                      enzyme_const, 2);
  double a_wanted[] = {5, 12, 7, 16}, b_wanted[] = {1, 4, 3, 8};
  for (int i = 0; i < 4; i++) {
    CLOSE(da[i], a_wanted[i]);
    CLOSE(db[i], b_wanted[i]);
    CLOSE(dc[i], 0);
  }
  CLOSE(c[0], 1 * 5 + 3 * 7);
  CLOSE(c[2], 1 * 6 + 3 * 8);
  return oracle_exit();
}
