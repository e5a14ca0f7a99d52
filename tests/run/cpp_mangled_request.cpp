/* Entry points as C++ functions: mangled names, templates with typed signatures, references. */
#include "oracle.h"
template <typename R, typename... T> R __enzyme_autodiff(void *, T...);
double __enzyme_fwddiff(double (*)(double), double, double);
extern int enzyme_const, enzyme_dup, enzyme_out;
static double square(double x) { return x * x; }
static double scaled(double a, const double &x) { return a * x * x; }
namespace wrapped {
extern int enzyme_const, enzyme_dup, enzyme_out;
namespace inner {
int enzyme_dupnoneed;
template <typename... T> double __enzyme_autodiff(void *, T...);
static double sum(const double *x, double *y, double k) { return *y = k * x[0] * x[1]; }
static void check() {
  double x[2] = {3, 4}, dx[2] = {0, 0}, y = 0, dy = 1;
  double dk =
      __enzyme_autodiff((void *)sum, enzyme_dup, x, dx, enzyme_dupnoneed, &y, &dy, enzyme_out, 0.5);
  CLOSE(dk, 24);
  CLOSE(dx[0], 4);
  __enzyme_autodiff((void *)sum, enzyme_const, x, enzyme_dupnoneed, &y, &dy, enzyme_const, 0.5);
  CLOSE(dx[0], 4);
}
} // namespace inner
int enzyme_const, enzyme_dup, enzyme_out;
} // namespace wrapped
int main() {
  wrapped::inner::check();
  CLOSE(__enzyme_autodiff<double>((void *)square, 3.0), 6);
  CLOSE(__enzyme_fwddiff(square, 3.0, 2.0), 12);
  double x = 3, dx = 0;
  CLOSE(__enzyme_autodiff<double>((void *)scaled, enzyme_out, 5.0, enzyme_dup, &x, &dx), 9);
  CLOSE(dx, 30);
  return oracle_exit();
}
