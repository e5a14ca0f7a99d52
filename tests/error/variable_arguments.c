/* What a request passes behind the named parameters has no place in the derivative. */
// error: the call passes variable arguments of 'scaled'
// error: help: differentiate a function of named parameters that calls it
#include <stdarg.h>
extern double __enzyme_autodiff(void *, ...);
static double scaled(double x, int n, ...) {
  va_list list;
  va_start(list, n);
  double k = va_arg(list, double);
  va_end(list);
  return x * k;
}
double g(double x) { return __enzyme_autodiff((void *)scaled, x, 1, 3.0); }
