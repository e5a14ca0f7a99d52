/* std::array, std::pair, std::tuple, structured bindings. */
#include "oracle.h"
#include <array>
#include <tuple>
static std::tuple<double, int, double> split(double x) { return {x * x, 3, sin(x)}; }
static std::pair<double, double> minmax(double a, double b) {
  return a < b ? std::make_pair(a, b) : std::make_pair(b, a);
}
PRIMAL(tuples) {
  std::array<double, 3> a = {in[0], in[1], in[2]};
  auto b = a;
  for (auto &x : b)
    x *= a[0];
  auto [square, count, wave] = split(b[1]);
  auto [low, high] = minmax(a[1], a[2]);
  out[0] = square * count + wave * low;
  out[1] = high * b.back() + std::get<0>(split(in[0]));
}
ORACLE_MAIN(tuples, 3, 2, 0.5, 1.5)
