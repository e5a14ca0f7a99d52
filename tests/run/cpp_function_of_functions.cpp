/* Functions in a vector that hold copies of others there: to copy one of them calls, by a pointer
 * to a function, what copies those that it holds. */
#include "oracle.h"
#include <functional>
#include <vector>

PRIMAL(calculate) {
  double x = in[0] * in[1], held = 0.3 * x;
  std::vector<std::function<double(double)>> first, second;
  first.push_back([held](double y) { return 0.5 * held * y; });
  first.push_back([&](double y) { return held / (1 + y * y); });
  first.push_back([f = first[0], g = first[1]](double y) { return f(0.7 * g(y)); });
  second.push_back([](double y) { return 0.65 * y; });
  second.push_back([f = second[0], g = first[2]](double y) { return f(0.7 * g(y)); });
  for (auto &f : first)
    x += f(x);
  for (auto &f : second)
    x = 0.9 * f(x);
  out[0] += x;
}
ORACLE_MAIN(calculate, 2, 1, 0.25, 0.5)
