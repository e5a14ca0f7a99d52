/* Code written for the other tool's names, with names that only contain them. */
#include "oracle.h"
extern int enzyme_dup, enzyme_const, enzyme_out, enzyme_dupnoneed;
double __enzyme_autodiff(void *, ...);
void my__enzyme_autodiffVoid(void *, ...);
double __enzyme_fwddiffSomething(double (*)(double), double, double);
static double square(double x) { return x * x; }
static double scaled(double a, double *x, double *y) {
  *y = a * *x * *x;
  return a;
}
int main(void) {
  double x = 3, dx = 0, y = 0, dy = 1;
  CLOSE(__enzyme_autodiff((void *)square, 5.0), 10);
  CLOSE(__enzyme_autodiff((void *)square, enzyme_out, 5.0), 10);
  CLOSE(__enzyme_fwddiffSomething(square, 5, 2), 20);
  my__enzyme_autodiffVoid((void *)scaled, enzyme_const, 2.0, enzyme_dup, &x, &dx, enzyme_dupnoneed,
                          &y, &dy);
  CLOSE(dx, 12);
  return oracle_exit();
}
