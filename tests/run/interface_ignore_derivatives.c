/* ignore_derivatives: the value passes, the derivative stops. */
#include "oracle.h"
extern double __enzyme_autodiff_f(void *, ...);
extern double __enzyme_ignore_derivatives(double);
static double f(double x) { return x * __enzyme_ignore_derivatives(x * x); }
int main(void) {
  CLOSE(__enzyme_autodiff_f((void *)f, 3.0), 9);
  return oracle_exit();
}
