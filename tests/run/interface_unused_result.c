/* The result is not used; the shadows still are. */
#include "oracle.h"
extern double __adcc_autodiff_u(void *, ...);
static double f(double *x) { return *x * *x; }
int main(void) {
  double x = 3, dx = 1;
  __adcc_autodiff_u((void *)f, &x, &dx);
  CLOSE(dx, 7);
  return oracle_exit();
}
