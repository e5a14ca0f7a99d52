// large: takes long to compile
/* Vectors to work in that static variables keep from call to call: resized, grown only, assigned,
 * swapped, one for each thread, in a structure, in a template; with more and with less to do, by
 * calls of the derivative and of the function. */
#include "oracle.h"
#include <vector>

/* The shadows of what is kept are not released. */
extern "C" int __lsan_is_turned_off(void) { return 1; }

PRIMAL(resized) {
  static std::vector<double> work;
  work.resize(n);
  for (size_t i = 0; i < n; i++)
    work[i] = i ? work[i - 1] * in[i] : in[0];
  for (size_t i = 0; i < n; i++)
    out[0] += work[i] * in[n - 1 - i];
}
PRIMAL(grown) {
  static std::vector<double> work;
  if (work.size() < n)
    work.resize(n);
  for (size_t i = 0; i < n; i++)
    work[i] = i ? work[i - 1] * in[i] : in[0];
  for (size_t i = 0; i < n; i++)
    out[0] += work[i] * work[n - 1 - i];
}
PRIMAL(threaded) {
  static thread_local std::vector<double> work;
  work.assign(n, 0.5);
  for (size_t i = 0; i < n; i++)
    work[i] += i ? work[i - 1] * in[i] : in[0];
  for (double w : work)
    out[0] += w * w;
}

/* Layers of a network; other vectors go through the same methods. */
static double network(const std::vector<double> &weights, std::vector<double> &last, size_t n) {
  static std::vector<double> hidden, next;
  hidden.assign(n, 0.25);
  for (int layer = 0; layer < 3; layer++) {
    next.resize(n);
    for (size_t i = 0; i < n; i++)
      next[i] = tanh(weights[layer] * hidden[i] + hidden[(i + 1) % n] * weights[i % 3]);
    hidden.swap(next);
  }
  double sum = 0;
  for (double h : hidden) {
    last.push_back(h);
    sum += h;
  }
  return sum;
}
PRIMAL(layers) {
  std::vector<double> weights(in, in + n), last;
  out[0] = network(weights, last, n);
  out[1] += last[n / 2] * last[0];
}

/* Two in a structure, one of which is given away for a moment and replaced by another. */
static struct {
  std::vector<float> small;
  std::vector<double> large;
  int calls;
} buffers;
static std::vector<double> &large(size_t n) {
  buffers.calls++;
  if (buffers.large.size() < n)
    buffers.large = std::vector<double>(n);
  return buffers.large;
}
PRIMAL(structured) {
  std::vector<double> &v = large(n);
  buffers.small.resize(n);
  for (size_t i = 0; i < n; i++)
    v[i] = i ? in[i] * v[i - 1] : in[i];
  for (size_t i = 0; i < n; i++)
    buffers.small[i] = 3;
  for (size_t i = 0; i < n; i++)
    out[0] += buffers.small[i] * v[i];
}

/* Pushed and popped, in an inline function. */
template <class T> T stacked(const T *x, size_t n) {
  static std::vector<T> kept;
  kept.clear();
  for (size_t i = 0; i < n; i++)
    kept.push_back(i ? kept.back() * x[i] : x[i]);
  T s = 0;
  for (; !kept.empty(); kept.pop_back())
    s += kept.back() * x[0];
  return s;
}
PRIMAL(stack) { out[0] = stacked(in, n); }

#define CHECK(f)                                                                                   \
  f##_oracle();                                                                                    \
  for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++)                               \
    oracle_check(#f, f##_call, sizes[size], 2, 0.5, 1.1)
ORACLE(resized, 4, 2, 0.5, 1.1)
ORACLE(grown, 4, 2, 0.5, 1.1)
ORACLE(threaded, 4, 2, 0.5, 1.1)
ORACLE(layers, 4, 2, 0.5, 1.1)
ORACLE(structured, 4, 2, 0.5, 1.1)
ORACLE(stack, 4, 2, 0.5, 1.1)
int main(void) {
  static const size_t sizes[] = {5, 11, 3, 17, 8};
  CHECK(resized);
  CHECK(grown);
  CHECK(threaded);
  CHECK(layers);
  CHECK(structured);
  CHECK(stack);
  return oracle_exit();
}
