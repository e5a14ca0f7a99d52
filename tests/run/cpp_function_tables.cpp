// large: takes long to compile
// flags: -std=c++17
// levels: O1 O2 O3 fast raw asan
/* Functions with their states in tables, beside tables that count in floats: what is a vector of
 * doubles in one state lies with all else in the others, but the copy of a vector is declared one
 * of doubles, by the pointers that the vector holds. */
#include "oracle.h"
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>
using Op = std::function<double(double, double)>;
PRIMAL(registry) {
  std::map<std::string, Op> ops;
  double scale = in[2];
  ops["add"] = [](double a, double b) { return a + b; };
  ops["mul"] = [scale](double a, double b) { return scale * a * b; };
  ops["hyp"] = [](double a, double b) { return std::sqrt(a * a + b * b); };
  std::vector<double> w(in, in + n);
  ops["dot"] = [w](double a, double b) {
    double s = 0;
    for (double x : w)
      s += x * a;
    return s * b;
  };
  ops["pow"] = static_cast<double (*)(double, double)>(std::pow);
  double acc = in[0];
  for (auto &[name, f] : ops)
    acc = 0.5 * f(acc, in[1]) + 0.1 * name.size();
  out[0] += acc;
  std::unordered_map<int, std::function<void(double &)>> steps;
  for (int i = 0; i < 3; i++)
    steps[i] = [i, &w](double &x) {
      x = x * w[i] + i;
      w[i] += x;
    };
  steps[1] = std::bind([](double a, double &x) { x *= a; }, in[1], std::placeholders::_1);
  double y = in[0];
  for (int i = 0; i < 6; i++)
    steps[i % 3](y);
  out[1] += y + w[0] * w[2];
  if (auto it = ops.find("none"); it != ops.end() && it->second)
    out[1] += it->second(1, 2);
}
ORACLE_MAIN(registry, 4, 2, .3, 1.2)
