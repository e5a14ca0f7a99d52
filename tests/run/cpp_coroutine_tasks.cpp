// flags: -std=c++20
/* Coroutines that wait for others: one that nobody waits for goes on with the library's coroutine
 * that does nothing, whose functions take no argument, not even the coroutine. */
#include "oracle.h"
#include <coroutine>
#include <utility>

struct Task {
  struct promise_type {
    double value;
    std::coroutine_handle<> waiting;
    Task get_return_object() {
      return Task{std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct Final {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept {
        return h.promise().waiting ? h.promise().waiting : std::noop_coroutine();
      }
      void await_resume() noexcept {}
    };
    Final final_suspend() noexcept { return {}; }
    void return_value(double v) { value = v; }
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
  explicit Task(std::coroutine_handle<promise_type> h) : h(h) {}
  Task(Task &&o) : h(std::exchange(o.h, nullptr)) {}
  ~Task() {
    if (h)
      h.destroy();
  }
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> w) {
    h.promise().waiting = w;
    return h;
  }
  double await_resume() { return h.promise().value; }
  double get() {
    h.resume();
    return await_resume();
  }
};
Task square(double x) { co_return x *x; }
Task fib(int k, double a) {
  if (k < 2)
    co_return a *(k + 1);
  double l = co_await fib(k - 1, a), r = co_await fib(k - 2, a * 1.01);
  co_return l + r;
}
PRIMAL(tasks) { out[0] += square(in[0]).get() + fib(5, in[1]).get(); }
ORACLE_MAIN(tasks, 2, 1, .3, 1.2)
