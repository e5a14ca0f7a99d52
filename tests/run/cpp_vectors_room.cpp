// Programs that see how much room a vector has while a loop fills it, or behind it; loops that are
// left by an exception which is caught, so that what they have filled is used; and loops that push
// nothing.
#include "oracle.h"
#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>
using V = std::vector<double>;

static double squares(const V &v) {
  double s = 0;
  for (double x : v)
    s += x * x;
  return s;
}

PRIMAL(growth_in_loop) {
  V v, w, x, y;
  double s = 0;
  size_t moved = 0, c = 0;
  for (size_t i = 0; i < n; i++) {
    size_t before = v.capacity();
    v.push_back(in[i] * in[i]);
    if (before != v.capacity())
      s += in[i];
  }
  for (size_t i = 0; i < n; i++) {
    bool full = w.size() == w.capacity();
    w.push_back(in[i]);
    if (full)
      s += 2 * in[i];
  }
  for (size_t i = 0; i < n; i++) {
    x.push_back(in[i]);
    if (x.capacity() != c) {
      c = x.capacity();
      moved++;
    }
  }
  for (size_t i = 0; i < n; i++) {
    size_t before = y.capacity();
    y.push_back(in[i] * in[0]);
    if (y.capacity() > before)
      s += 3 * in[i];
  }
  out[0] = s + squares(v) + squares(w) * (double)moved;
  out[1] = squares(x) + squares(y);
}

// The block that a vector has in the end is as large as it would be.
PRIMAL(kept) {
  std::vector<V> all;
  for (size_t t = 0; t < 3; t++) {
    V v;
    if (t == 2)
      v.assign(in, in + 3);
    for (size_t i = 0; i < n - t; i++)
      v.push_back(in[i] * in[t]);
    all.push_back(std::move(v));
  }
  for (auto &v : all)
    out[0] += (double)v.capacity() * in[0] + squares(v);
  V again;
  for (size_t i = 0; i < n - 1; i++)
    again.push_back(in[i]);
  for (size_t i = 0; i < 3; i++) {
    const double *before = again.data();
    again.push_back(in[i]);
    out[1] += before == again.data() ? in[i] : in[i] * in[i];
  }
}

// What points into the vector stays right, since it has not grown before the exception.
PRIMAL(left_early) {
  double s = 0;
  V v;
  v.reserve(8);
  v.push_back(in[0]);
  double *p = v.data();
  try {
    for (size_t i = 0; i < 3 * n; i++) {
      v.push_back(in[i % n] * in[0]);
      if (i == m - 1)
        throw std::runtime_error("enough");
    }
  } catch (std::exception &) {
    s += in[2];
  }
  v[0] = in[1] * in[1] * v[1];
  out[0] = s + p[0] * 3 + p[1] + squares(v);
}
PRIMAL(left_of_many) {
  double s = 0;
  V v;
  size_t limit = (size_t)m << 40;
  try {
    for (size_t i = 0; i < limit; i++) {
      v.push_back(in[i % n] * (s + in[0]));
      s += v.back();
      if (s > 3)
        throw 1;
    }
  } catch (int) {
    s *= 2;
  }
  out[0] = s + squares(v);
}

// A vector to which nothing is pushed has no block.
PRIMAL(nothing) {
  double s = 0;
  V v;
  for (size_t i = 0;; i++) {
    double x = in[i % n] * in[0] + in[1];
    x = x / (1 + x * x) + in[2] * x;
    x = x * in[3] / (2 + x * x * in[4]);
    s += x * x;
    if (i >= m - 2)
      break;
    v.push_back(x);
  }
  out[0] = s + (v.data() ? in[0] : in[1] * in[1]) + squares(v);
}

// A class that grows by a half, and has room for three at first.
class Half {
public:
  ~Half() { ::operator delete(begin); }
  void push(double x) {
    if (end == limit)
      grow();
    *end++ = x;
  }
  std::size_t size() const { return end - begin; }
  std::size_t room() const { return limit - begin; }
  double operator[](std::size_t i) const { return begin[i]; }

private:
  double *begin = nullptr, *end = nullptr, *limit = nullptr;
  void grow() {
    std::size_t count = end - begin, more = count + count / 2 + 3;
    double *block = static_cast<double *>(::operator new(more * sizeof(double)));
    if (count > 0)
      std::memmove(block, begin, count * sizeof(double));
    ::operator delete(begin);
    begin = block;
    end = block + count;
    limit = block + more;
  }
};
PRIMAL(by_half) {
  for (size_t t = 0; t < 3; t++) {
    Half v;
    for (size_t i = 0; i < n * (t + 1) + t; i++)
      v.push(in[i % n] * in[t]);
    double s = 0;
    for (size_t i = 0; i < v.size(); i++)
      s += v[i] * v[i];
    out[t % m] += s + (double)v.room() * in[0];
  }
}

ORACLE(growth_in_loop, 6, 2, 0.5, 1.1)
ORACLE(kept, 6, 2, 0.5, 1.1)
ORACLE(left_early, 6, 2, 0.5, 1.1)
ORACLE(left_of_many, 6, 2, 0.5, 1.1)
ORACLE(nothing, 6, 2, 0.5, 1.1)
ORACLE(by_half, 6, 2, 0.5, 1.1)
int main() {
  growth_in_loop_oracle();
  kept_oracle();
  left_early_oracle();
  left_of_many_oracle();
  nothing_oracle();
  by_half_oracle();
  return oracle_exit();
}
