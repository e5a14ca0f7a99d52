/* Entry points as C++ functions: mangled names, templates with typed signatures, references. */
#include "oracle.h"
template <typename R, typename... T> R __enzyme_autodiff(void *, T...);
double __enzyme_fwddiff(double (*)(double), double, double);
extern int enzyme_const, enzyme_dup, enzyme_out;
static double square(double x) { return x * x; }
static double scaled(double a, const double &x) { return a * x * x; }
int main() {
  CLOSE(__enzyme_autodiff<double>((void *)square, 3.0), 6);
  CLOSE(__enzyme_fwddiff(square, 3.0, 2.0), 12);
  double x = 3, dx = 0;
  CLOSE(__enzyme_autodiff<double>((void *)scaled, enzyme_out, 5.0, enzyme_dup, &x, &dx), 9);
  CLOSE(dx, 30);
  return oracle_exit();
}
