// flags: -std=c++17
/* The typed layer on everything that a program has: templates, overloads picked by a cast, members behind a
 * function, noexcept, references as pointers, containers, functions that throw, float and long double, const
 * pointers, void results; six active arguments; inside other derivatives. */
#include "oracle.h"
#include <adcc/adcc.hpp>
#include <stdexcept>
#include <vector>
template <class T> static T power(T x, int n) {
  T y = 1;
  for (int i = 0; i < n; i++)
    y *= x;
  return y;
}
struct Model {
  std::vector<double> weights;
  double eval(double x) const {
    double y = 0;
    for (double w : weights)
      y = y * x + w;
    return y;
  }
};
static double eval(const Model *model, double x) { return model->eval(x); }
static double six(double a, double b, double c, double d, double e, double f) noexcept {
  return a * b + c * d * d + e / f;
}
static double overloaded(double x) { return x * x; }
[[maybe_unused]] static float overloaded(float x) { return x * x * x; }
static long double wide(long double x, const float *scale) { return x * x * *scale; }
static double checked(double x) {
  if (x < 0)
    throw std::domain_error("negative");
  return std::sqrt(x);
}
static double slope(double x) { return adcc::reverse<power<double>>(adcc::active(x), adcc::constant(4)); }
static double sum(const std::vector<double> *v) {
  double s = 0;
  for (double x : *v)
    s += x * x;
  return s;
}
int main() {
  CLOSE(adcc::reverse<power<double>>(adcc::active(2.0), adcc::constant(3)), 12);
  CLOSE(adcc::reverse<power<float>>(adcc::active(2.0f), adcc::constant(3)), 12);
  Model model{{1, 2, 3}}, shadow{{0, 0, 0}};
  CLOSE(adcc::reverse<eval>(adcc::duplicated(&model, &shadow), adcc::active(2.0)), 6);
  CLOSE(shadow.weights[0], 4);
  CLOSE(shadow.weights[2], 1);
  CLOSE(adcc::forward<eval>(adcc::constant(&model), adcc::duplicated(2.0, 3.0)), 18);
  auto [a, b, c, d, e, f] =
      adcc::reverse<six>(adcc::active(1.), adcc::active(2.), adcc::active(3.), adcc::active(4.), adcc::active(5.), adcc::active(6.));
  CLOSE(a, 2);
  CLOSE(b, 1);
  CLOSE(c, 16);
  CLOSE(d, 24);
  CLOSE(e, 1. / 6);
  CLOSE(f, -5. / 36);
  auto [value, da, de] = adcc::reverse_with_primal<six>(adcc::active(1.), adcc::constant(2.), adcc::constant(3.), adcc::constant(4.), adcc::active(5.), adcc::constant(6.));
  CLOSE(value, 2 + 48 + 5. / 6);
  CLOSE(da, 2);
  CLOSE(de, 1. / 6);
  CLOSE(adcc::reverse<static_cast<double (*)(double)>(overloaded)>(adcc::active(3.0)), 6);
  CLOSE(adcc::reverse<static_cast<float (*)(float)>(overloaded)>(adcc::active(2.0f)), 12);
  float scale = 2, dscale = 0;
  CLOSE(adcc::reverse<wide>(adcc::active(3.0L), adcc::duplicated(&scale, &dscale)), 12);
  CLOSE(dscale, 9);
  double caught = 0;
  try {
    caught = adcc::reverse<checked>(adcc::active(-1.0));
  } catch (const std::domain_error &) {
    caught = -1;
  }
  CLOSE(caught, -1);
  CLOSE(adcc::reverse<checked>(adcc::active(4.0)), 0.25);
  CLOSE(adcc::forward<slope>(adcc::duplicated(2.0, 1.0)), 48);
  CLOSE(adcc::reverse<slope>(adcc::active(2.0)), 48);
  std::vector<double> v{1, 2, 3}, dv(3);
  adcc::reverse<sum>(adcc::duplicated(&v, &dv));
  CLOSE(dv[2], 6);
  adcc::reverse<sum>(adcc::duplicated_no_need(&v, &dv));
  CLOSE(dv[2], 12);
  return oracle_exit();
}
