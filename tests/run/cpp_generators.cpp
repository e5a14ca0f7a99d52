// flags: -std=c++20
/* Coroutines that yield numbers, and keep what is thrown in them for those who ask for the next:
 * a generator of states, one that takes from another, and one that ends by an exception. */
#include "oracle.h"
#include <coroutine>
#include <exception>
#include <stdexcept>
#include <utility>

template <class T> class Generator {
public:
  struct promise_type {
    T value{};
    std::exception_ptr thrown;
    Generator get_return_object() {
      return Generator(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(T next) {
      value = std::move(next);
      return {};
    }
    void return_void() {}
    void unhandled_exception() { thrown = std::current_exception(); }
  };
  Generator(Generator &&other) noexcept : handle(std::exchange(other.handle, {})) {}
  ~Generator() {
    if (handle)
      handle.destroy();
  }
  bool next() {
    handle.resume();
    if (handle.promise().thrown)
      std::rethrow_exception(handle.promise().thrown);
    return !handle.done();
  }
  const T &value() const { return handle.promise().value; }

private:
  explicit Generator(std::coroutine_handle<promise_type> handle) : handle(handle) {}
  std::coroutine_handle<promise_type> handle;
};

struct State {
  double time, place, speed;
};

static Generator<State> oscillator(double stiffness, double friction, double step) {
  State state{0, 1, 0};
  for (;;) {
    co_yield state;
    state.speed += step * (-stiffness * state.place - friction * state.speed);
    state.place += step * state.speed;
    state.time += step;
  }
}
static Generator<double> energies(Generator<State> states, double stiffness, int count) {
  while (count-- > 0 && states.next())
    co_yield stiffness *states.value().place *states.value().place +
        states.value().speed * states.value().speed;
}
static Generator<double> powers(double x, double limit) {
  for (double power = x; ; power *= x) {
    if (power > limit)
      throw std::range_error("too large");
    co_yield power;
  }
}

PRIMAL(generated) {
  Generator<double> energy = energies(oscillator(in[0], in[1], 0.1), in[0], 8);
  while (energy.next())
    out[0] += energy.value() * in[2];
  Generator<double> power = powers(in[2] + 1, 20);
  try {
    while (power.next())
      out[1] += power.value() * in[1];
  } catch (const std::range_error &) {
    out[1] *= in[0];
  }
}
ORACLE_MAIN(generated, 3, 2, 0.5, 1.0)
