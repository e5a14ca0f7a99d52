// flags: -std=c++20
/* Generators that others hold, one of which lets an exception out: what destroys them is only
 * called by what may throw, and itself calls, through a pointer, what it must not let throw. */
#include "oracle.h"
#include <coroutine>
#include <exception>
#include <stdexcept>
#include <utility>
#include <vector>

namespace {

template <class T> class Generator {
public:
  struct promise_type {
    T value;
    Generator get_return_object() {
      return Generator(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(T v) {
      value = std::move(v);
      return {};
    }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  explicit Generator(std::coroutine_handle<promise_type> h) : handle(h) {}
  Generator(Generator &&other) noexcept : handle(std::exchange(other.handle, {})) {}
  ~Generator() {
    if (handle)
      handle.destroy();
  }
  bool next() {
    handle.resume();
    return !handle.done();
  }
  const T &value() { return handle.promise().value; }

private:
  std::coroutine_handle<promise_type> handle;
};

struct State {
  double time;
  std::vector<double> y;
};

Generator<State> integrate(std::vector<double> y, double k, int steps) {
  double time = 0;
  for (int i = 0; i < steps; i++) {
    co_yield State{time, y};
    for (size_t j = 0; j < y.size(); j++)
      y[j] += 0.1 * (std::sin(k * y[(j + 1) % y.size()]) - 0.2 * y[j]);
    time += 0.1;
    if (y[0] > 4)
      throw std::runtime_error("left the domain");
  }
}

Generator<double> norms(Generator<State> states) {
  while (states.next()) {
    double sum = 0;
    for (double v : states.value().y)
      sum += v * v;
    co_yield sum * (1 + states.value().time);
  }
}

Generator<double> smooth(Generator<double> values, double weight) {
  double mean = 0;
  while (values.next())
    co_yield mean = weight * values.value() + (1 - weight) * mean;
}

double run(const double *x, double scale) {
  double sum = 0;
  try {
    auto g = smooth(norms(integrate({scale * x[1], x[2], -x[3]}, x[0], 7)), 0.3);
    while (g.next())
      sum += g.value();
  } catch (const std::exception &) {
    sum *= x[1];
  }
  return sum;
}

} // namespace

PRIMAL(generators) {
  out[0] = run(in, 1);
  out[1] = run(in, 8); /* leaves the domain */
}
ORACLE(generators, 4, 2, 0.49, 0.52)
int main() {
  generators_oracle();
  return oracle_exit();
}
