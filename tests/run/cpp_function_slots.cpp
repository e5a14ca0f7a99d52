// large: takes long to compile
/* std::function whose small buffer holds captured numbers, pointers to captures in the heap, or
 * both, kept in containers and called back. */
#include "oracle.h"
#include <functional>
#include <map>
#include <string>
#include <vector>
struct Bus {
  std::map<std::string, std::vector<std::function<void(double)>>> handlers;
  void on(const std::string &name, std::function<void(double)> handler) {
    handlers[name].push_back(std::move(handler));
  }
  void emit(const std::string &name, double value) {
    for (auto &handler : handlers[name])
      handler(value);
  }
};
static double cube(double x) { return x * x * x; }
static double integrate(const std::function<double(double)> &f, double a, double b, int n) {
  double h = (b - a) / n, sum = 0;
  for (int i = 0; i < n; i++)
    sum += f(a + (i + 0.5) * h) * h;
  return sum;
}
PRIMAL(slots) {
  std::vector<std::function<double(double)>> list;
  list.push_back(cube);
  for (size_t i = 0; i < n; i++) {
    double c = in[i];
    if (i % 2)
      list.push_back([c](double t) { return c * t; });
    else
      list.push_back([c, i, in](double t) { return sin(c * t) + double(i) * in[0]; });
  }
  double sum = 1;
  for (auto &f : list)
    sum = 0.5 * f(sum) + sum;
  double y = in[1];
  out[0] = sum + integrate([=](double t) { return sin(t * y) + in[0] * t; }, 0, in[2], 5);

  Bus bus;
  double total = 0;
  bus.on("add", [&total](double v) { total += v; });
  bus.on("scale the total by", [&](double v) { total *= v * in[0]; });
  for (size_t i = 0; i < n; i++)
    bus.emit(i % 2 ? "scale the total by" : "add", in[i]);
  out[1] = total;
}
ORACLE_MAIN(slots, 4, 2, 0.3, 0.9)
