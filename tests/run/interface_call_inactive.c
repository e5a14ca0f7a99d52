/* call_inactive: this call of an ordinary function is not differentiated. */
#include "oracle.h"
extern double __enzyme_autodiff_f(void *, ...);
extern double __enzyme_call_inactive(void *, ...);
static double square(double x) { return x * x; }
static double f(double x) { return __enzyme_call_inactive((void *)square, x) * x + square(x); }
int main(void) {
  CLOSE(__enzyme_autodiff_f((void *)f, 3.0), 9 + 6);
  CLOSE(f(3.0), 36);
  return oracle_exit();
}
