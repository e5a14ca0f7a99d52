/* Entry points and primals reached through casts, pointers and select. */
#include "oracle.h"
extern void __enzyme_autodiff_untyped(void *, ...);
extern double __enzyme_autodiff_f(void *, ...);
static double square(double x) { return x * x; }
static double cube(double x) { return x * x * x; }
int main(void) {
  double (*typed)(double (*)(double), double) =
      (double (*)(double (*)(double), double))__enzyme_autodiff_untyped;
  CLOSE(typed(square, 3.0), 6);
  double (*const primal)(double) = cube;
  CLOSE(__enzyme_autodiff_f((void *)primal, 3.0), 27);
  CLOSE(((double (*)(void *, double))__enzyme_autodiff_untyped)((void *)cube, 2.0), 12);
  return oracle_exit();
}
