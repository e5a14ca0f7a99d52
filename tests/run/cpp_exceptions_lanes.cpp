/* Exceptions in several lanes, two halves, and through virtual and indirect calls: thrown again, caught as a
 * base, with numbers and vectors in them, out of loops, recursion, constructors; nested. */
#include "modes.h"
#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>
struct Error {
  double by;
  explicit Error(double b) : by(b) {}
  virtual double cost() const { return by; }
  virtual ~Error() = default;
};
struct Squared : Error {
  using Error::Error;
  double cost() const override { return by * by; }
};
struct Guard {
  double *at, add;
  Guard(double *at, double add) : at(at), add(add) {}
  ~Guard() { *at += add; }
};
struct Part {
  std::unique_ptr<double> value;
  explicit Part(double x) : value(new double(x * x)) {
    if (x > 1.2)
      throw Squared(x);
  }
};
__attribute__((noinline)) static double dig(double x, int depth, double *log) {
  Guard guard(log, 0.1 * x);
  if (depth == 0) {
    if (x > 1)
      throw Error(x);
    return x;
  }
  try {
    return dig(x * 1.07, depth - 1, log) * 0.9;
  } catch (Error &error) {
    if (depth % 2) {
      error.by *= 1.1;
      throw;
    }
    return error.cost() * 0.5 + x;
  }
}
PRIMAL(thrown) {
  double log = 0, sum = 0;
  std::function<double(double)> check = [&](double x) {
    if (x < 0.8)
      throw Squared(x + in[0]);
    return x * in[1];
  };
  for (size_t i = 0; i < n; i++) {
    try {
      Guard guard(&log, in[i]);
      Part part(in[i]);
      sum += *part.value + check(in[i]);
      sum += dig(in[i], 3 + (int)(i % 2), &log);
    } catch (const Squared &error) {
      sum += error.cost() * in[(i + 1) % n];
    } catch (const Error &error) {
      sum -= error.cost();
      continue;
    }
    sum *= 0.95;
  }
  out[0] += sum;
  out[1] += log * sum;
}
PRIMAL(thrown_lanes) { thrown(in, n, out, m); }
PRIMAL(thrown_halves) { thrown(in, n, out, m); }
PRIMAL(thrown_value) { thrown(in, n, out, m); }
ORACLE(thrown, 6, 2, 0.5, 1.5)
ORACLE_WIDTH(thrown_lanes, 6, 2, 0.5, 1.5)
ORACLE_SPLIT(thrown_halves, 6, 2, 0.5, 1.5)
ORACLE_VALUE(thrown_value, 6, 2, 0.5, 1.5)
int main() {
  thrown_oracle();
  thrown_lanes_oracle();
  thrown_halves_oracle();
  thrown_value_oracle();
  return oracle_exit();
}
