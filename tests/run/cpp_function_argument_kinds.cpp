// large: takes long to compile
/* Callbacks of which the arguments are numbers, indices, references, words and vectors: all of them
 * functions of pointers to LLVM, so that each call may seem to reach every one. */
#include "oracle.h"
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <vector>
using Curve = std::function<double(double)>;
using Sequence = std::function<double(int)>;
using Series = std::function<double(long)>;
using Binary = std::function<double(double, double)>;
using Norm = std::function<double(const std::vector<double> &)>;
using Weight = std::function<double(const std::string &)>;

static double iterate(const Curve &curve, double x, int times) {
  for (int i = 0; i < times; i++)
    x = curve(x);
  return x;
}

static Curve compose(Curve outer, Curve inner) {
  return [=](double t) { return outer(inner(t)); };
}

PRIMAL(evaluate) {
  std::map<std::string, Binary> operations{
      {"add", [](double a, double b) { return a + b; }},
      {"power", [](double a, double b) { return std::pow(a, b); }}};
  Weight weight = [&](const std::string &name) { return name.size() * in[0]; };
  for (const auto &[name, operation] : operations)
    out[0] += operation(in[0] + 1, in[1]) * weight(name);

  Curve wave = [scale = in[0]](double t) { return std::cos(scale * t); };
  Curve stretch = [in](double t) { return t * in[2]; };
  out[1] += iterate(compose(wave, stretch), 0.3, 4);

  Sequence fibonacci = [&](int k) -> double {
    return k < 2 ? in[k] : 0.9 * fibonacci(k - 1) + in[2] * fibonacci(k - 2);
  };
  Series term = [in](long k) { return in[k % 3] * 3 - k; };
  Curve square = [](double t) { return t * t; };
  for (int i = 0; i < 3; i++)
    out[0] += term(i) * square(in[i]);
  out[1] += fibonacci(7);

  Norm sum = [](const std::vector<double> &v) { return std::accumulate(v.begin(), v.end(), 0.0); };
  std::function<void(double &)> twice = [](double &t) { t *= 2; };
  std::function<void(std::vector<double> &)> grow = [&](std::vector<double> &v) {
    v.push_back(in[1]);
  };
  std::function<bool(double, double)> less = [](double a, double b) { return a < b; };
  double doubled = in[2];
  twice(doubled);
  std::vector<double> values{doubled};
  grow(values);
  out[0] += sum(values) * values[0] + (less(in[0], in[1]) ? in[2] : 0);
}
ORACLE_MAIN(evaluate, 3, 2, 0.4, 1.2)
