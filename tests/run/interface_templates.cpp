/* Requests by templates: functors, lambdas with captures, arrays, pairs and tuples as results. */
#include "oracle.h"
#include <array>
#include <tuple>
#include <utility>
extern int enzyme_dup, enzyme_const, enzyme_out, enzyme_dupnoneed, enzyme_width,
    enzyme_primal_return;
template <typename return_type, typename... T> return_type __enzyme_fwddiff(void *, T...);
template <typename return_type, typename... T> return_type __enzyme_autodiff(void *, T...);
template <typename F, typename... A> auto wrapper(F *f, A... a) { return (*f)(a...); }
template <typename F> double der(F f, double x) {
  F df = f;
  return __enzyme_autodiff<double>((void *)wrapper<F, double>, enzyme_const, (void *)&f, enzyme_out,
                                   x);
}
template <typename F> double fder(F f, double x) {
  return __enzyme_fwddiff<double>((void *)wrapper<F, double>, enzyme_const, (void *)&f, enzyme_dup,
                                  x, 1.0);
}
struct Poly {
  double a, b;
  double operator()(double x) const { return a * x * x + b; }
};
template <int N> struct Vec {
  double v[N];
  Vec operator*(double s) const {
    Vec r;
    for (int i = 0; i < N; i++)
      r.v[i] = v[i] * s;
    return r;
  }
};
template <int N> Vec<N> scale(const Vec<N> &v, double s) { return v * s; }
static double norm(const Vec<3> &v) {
  double s = 0;
  for (double x : v.v)
    s += x * x;
  return s;
}
static std::array<double, 2> sincosa(double x) { return {sin(x), cos(x)}; }
static std::tuple<double, double> tup(double x) { return {x * x, x}; }
static std::pair<double, double> pr(double x) { return {x * x, x * x * x}; }
class Net {
public:
  double w[2];
  double eval(double x) { return w[0] * x + w[1] * x * x; }
};
double neteval(Net *n, double x) { return n->eval(x); }
int main() {
  CLOSE(der([](double x) { return x * x * x; }, 2.0), 12);
  double k = 5;
  CLOSE(der([k](double x) { return k * x * x; }, 2.0), 20);
  CLOSE(fder([&](double x) { return k * x * x; }, 2.0), 20);
  Poly p{3, 1}, dp{0, 0};
  CLOSE(der(p, 2.0), 12);
  CLOSE(__enzyme_autodiff<double>((void *)wrapper<Poly, double>, enzyme_dup, &p, &dp, enzyme_out,
                                  2.0),
        12);
  CLOSE(dp.a, 4);
  CLOSE(dp.b, 1);
  Vec<3> v{{1, 2, 3}}, t{{1, 0, 0}};
  Vec<3> dv = __enzyme_fwddiff<Vec<3>>((void *)scale<3>, enzyme_dup, &v, &t, enzyme_dup, 2.0, 1.0);
  CLOSE(dv.v[0], 3);
  CLOSE(dv.v[2], 3);
  auto sc = __enzyme_fwddiff<std::array<double, 2>>((void *)sincosa, enzyme_dup, 0.3, 1.0);
  CLOSE(sc[0], cos(0.3));
  CLOSE(sc[1], -sin(0.3));
  auto pp = __enzyme_fwddiff<std::pair<double, double>>((void *)pr, enzyme_dup, 2.0, 1.0);
  CLOSE(pp.second, 12);
  auto tt = __enzyme_fwddiff<std::tuple<double, double>>((void *)tup, enzyme_dup, 2.0, 1.0);
  CLOSE(std::get<0>(tt), 4);
  Net n{{1, 2}}, dn{{0, 0}};
  __enzyme_autodiff<void>((void *)neteval, enzyme_dup, &n, &dn, enzyme_const, 3.0);
  CLOSE(dn.w[1], 9);
  using M = std::array<double, 3>;
  M w = __enzyme_fwddiff<M>((void *)+[](double x) { return x * x; }, enzyme_width, 3, enzyme_dup,
                            2.0, 1.0, 2.0, 3.0);
  CLOSE(w[2], 12);
  return oracle_exit();
}
