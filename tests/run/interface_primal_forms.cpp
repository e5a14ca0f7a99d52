/* The primal by select, table, lambda, template, pointer variable; requests that are invoked. */
#include "oracle.h"
#include <string>
#include <vector>
extern int enzyme_dup, enzyme_const, enzyme_out;
template <typename R, typename... A> extern R __enzyme_autodiff(A...);
template <typename R, typename... A> extern R __enzyme_fwddiff(A...);
extern "C" double __enzyme_autodiff_c(double (*)(double), double);
static double a(double x) { return x * x; }
static double b(double x) { return x * x * x; }
template <typename T> T poly(T x, T y) { return x * x * y; }
template <typename F> double grad(F f, double x) {
  return __enzyme_autodiff<double>((void *)(double (*)(double))f, x);
}
struct D {
  double dx, dy;
};
static double total(const std::vector<double> &v) {
  double s = 0;
  for (double x : v)
    s += x * x;
  return s;
}
static constexpr double (*const table[])(double) = {a, b};
double (*volatile dummy)(double);
struct Obj {
  std::string name;
  ~Obj() {}
};
static double viaref(const double &x, double *const &p) { return x * *p; }
int main(int argc, char **) {
  Obj o{"keep alive a long string to force a destructor call"};
  double (*p)(double) = argc > 1 ? b : a;
  CLOSE(__enzyme_autodiff<double>((void *)p, 3.0), argc > 1 ? 27 : 6);
  CLOSE(__enzyme_autodiff_c(argc > 5 ? a : b, 3.0), 27);
  CLOSE(__enzyme_autodiff<double>((void *)table[1], 3.0), 27);
  CLOSE(grad([](double x) { return x * x * x * x; }, 2.0), 32);
  D d = __enzyme_autodiff<D>((void *)poly<double>, 2.0, 3.0);
  CLOSE(d.dx, 12);
  CLOSE(d.dy, 4);
  struct {
    float a, b;
  } q;
  (void)q;
  std::vector<double> v{1, 2, 3}, dv(3);
  __enzyme_autodiff<void>((void *)total, enzyme_dup, &v, &dv);
  CLOSE(dv[2], 6);
  std::vector<double> tv{1, 0, 1};
  CLOSE(__enzyme_fwddiff<double>((void *)total, enzyme_dup, &v, &tv), 8);
  double (*known)(double) = a;
  double (**pp)(double) = &known;
  CLOSE(__enzyme_autodiff<double>((void *)*pp, 3.0), 6);
  return oracle_exit();
}
