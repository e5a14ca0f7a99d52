/* An optional argument: a null pointer whose shadow is null. */
#include "oracle.h"
extern double __adcc_autodiff_n(void *, ...);
static double f(const double *x, const double *bias) { return *x * *x + (bias ? *bias * *x : 0); }
int main(void) {
  double x = 3, dx = 0, b = 5, db = 0;
  __adcc_autodiff_n((void *)f, adcc_dup, &x, &dx, adcc_dup, (double *)NULL, (double *)NULL);
  CLOSE(dx, 6);
  __adcc_autodiff_n((void *)f, adcc_dup, &x, &dx, adcc_dup, &b, &db);
  CLOSE(dx, 6 + 11);
  CLOSE(db, 3);
  return oracle_exit();
}
