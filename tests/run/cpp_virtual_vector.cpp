/* Objects with a vector of their own, behind a virtual method that makes it grow: the table of
 * functions and the vector's elements are different memory, whatever the pointer may call. */
#include "oracle.h"
#include <memory>
#include <vector>

namespace {

template <typename T> struct Filter {
  T state, coefficients[2];
  explicit Filter(T first) : state(first), coefficients{first, T(0.5) * first} {}
  virtual ~Filter() {}
  virtual T ask(T x) { return std::tanh(state * x); }
  void step(T x) {
    state = T(0.7) * state + std::sin(x);
    coefficients[1] = T(0.5) * (coefficients[0] + state);
  }
};

struct Damped : Filter<double> {
  explicit Damped(double first) : Filter(0.8 * first) {}
  double ask(double x) override {
    step(x);
    return 0.5 * state * coefficients[1];
  }
};

struct Recording : Damped {
  std::vector<double> history;
  explicit Recording(double first) : Damped(first) { history.push_back(first); }
  double ask(double x) override {
    history.push_back(x);
    history.push_back(x * state);
    return 0.5 * Damped::ask(history[0]) + 0.3 * history.back() * coefficients[0];
  }
};

__attribute__((noinline)) double run(int which, double x) {
  std::unique_ptr<Filter<double>> filter;
  if (which == 0)
    filter.reset(new Filter<double>(x));
  else if (which == 1)
    filter.reset(new Damped(x));
  else
    filter.reset(new Recording(x));
  filter->step(0.5 * x);
  return filter->ask(-0.23) + filter->ask(x) + 0.1 * filter->state;
}

PRIMAL(filters) {
  std::vector<std::unique_ptr<Filter<double>>> bank;
  for (size_t i = 0; i < n; i++) {
    out[i % m] += run((int)i % 3, in[i]) * in[0];
    if (i & 1)
      bank.emplace_back(new Recording(in[i]));
    else
      bank.emplace_back(new Damped(in[i]));
  }
  for (int round = 0; round < 3; round++)
    for (auto &filter : bank)
      out[m - 1] = 0.4 * out[m - 1] + filter->ask(0.3 * in[round]);
}

} // namespace

ORACLE_MAIN(filters, 5, 2, 0.3, 1.3)
