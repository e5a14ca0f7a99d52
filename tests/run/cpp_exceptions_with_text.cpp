// flags: -std=c++20
/* Exceptions with a message put together beside numbers that carry a derivative. In C++20 the
 * library's string functions are in the headers, but too large to be inlined. */
#include "oracle.h"
#include <exception>
#include <string>

namespace {

class NotConverged : public std::exception {
  std::string message;

public:
  double best, residual;
  NotConverged(double b, double r, int n)
      : message("no convergence after " + std::to_string(n)), best(b), residual(r) {}
  const char *what() const noexcept override { return message.c_str(); }
};

struct Diverged : NotConverged {
  using NotConverged::NotConverged;
};

__attribute__((noinline)) double root(double a, double x, int most) {
  for (int i = 0; i < most; i++) {
    double value = std::atan(a * x) - 0.3;
    if (std::fabs(value) < 1e-13)
      return x;
    if (std::fabs(x) > 50)
      throw Diverged(x / 1000, value, i);
    x -= value * (1 + a * a * x * x) / a;
  }
  throw NotConverged(x, std::atan(a * x) - 0.3, most);
}

double solve(double a, double x, int most) {
  try {
    return root(a, x, most);
  } catch (const Diverged &e) {
    return e.best * a + e.residual;
  } catch (const NotConverged &e) {
    std::string text = std::string("solver: ").append(e.what());
    return e.best * text.size() + e.residual * a;
  }
}

} // namespace

PRIMAL(text) {
  out[0] = solve(in[0], in[1], 20);
  out[1] = solve(in[0], in[1], 2);
  out[2] = solve(in[0], 5 * in[1], 20);
}
ORACLE(text, 2, 3, 0.8, 1.1)
int main() {
  text_oracle();
  return oracle_exit();
}
