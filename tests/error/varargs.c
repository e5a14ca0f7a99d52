/* A variadic function that reads active arguments. */
// error: vari|va_
#include <stdarg.h>
extern double __adcc_autodiff(void *, ...);
__attribute__((noinline)) static double sum(int n, ...) {
  va_list list;
  va_start(list, n);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += va_arg(list, double);
  va_end(list);
  return s;
}
double f(double x) { return sum(2, x, x * x); }
double df(double x) { return __adcc_autodiff((void *)f, x); }
