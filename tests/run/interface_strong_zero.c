/* The marker strong_zero is accepted; it is the default. */
#include "oracle.h"
extern int enzyme_strong_zero;
extern double __enzyme_autodiff_z(void *, ...);
static double f(double x) { return x > 0 ? sqrt(x) : 2 * x; }
int main(void) {
  CLOSE(__enzyme_autodiff_z((void *)f, enzyme_strong_zero, 0.0), 2);
  CLOSE(__enzyme_autodiff_z((void *)f, enzyme_strong_zero, 4.0), 0.25);
  return oracle_exit();
}
