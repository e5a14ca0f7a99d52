/* Recursive functions that return std::pair, std::optional and structures with numbers beside
 * integers in one register. */
#define REAL float
#include "oracle.h"
#include <optional>
#include <tuple>
#include <utility>
using Pair = std::pair<int, float>;
struct Range {
  int lo;
  float min, max;
  int hi;
};
static std::optional<float> find(const float *x, int n, float scale) {
  if (n <= 0)
    return std::nullopt;
  if (x[n - 1] > 1.2f) {
    auto r = find(x, n - 1, scale * 1.5f);
    return r ? *r * x[n - 1] : x[n - 1] * scale;
  }
  return find(x, n - 1, scale * x[n - 1]);
}
static Pair best(const float *x, int lo, int hi) {
  if (hi - lo == 1)
    return {lo, x[lo] * x[lo]};
  int mid = (lo + hi) / 2;
  Pair a = best(x, lo, mid), b = best(x, mid, hi);
  return a.second > b.second ? Pair{a.first, a.second + 0.5f * b.second}
                             : Pair{b.first, b.second * a.second};
}
static Range range(const float *x, int lo, int hi) {
  if (hi - lo == 1)
    return {lo, x[lo], 2 * x[lo], hi};
  int mid = (lo + hi) / 2;
  Range a = range(x, lo, mid);
  Range r = a;
  for (int i = mid; i < hi; i++) {
    Range b = range(x, i, i + 1);
    if (b.min < r.min) {
      r.min = b.min;
      r.lo = b.lo;
    } else
      r.max += b.max * r.min;
    r.hi = b.hi;
  }
  return r;
}
PRIMAL(pairs) {
  Pair p = best(in, 0, (int)n);
  out[0] = p.second * p.first;
  Range r = range(in, 0, (int)n);
  out[1] = r.min * r.max + r.lo;
  out[2] = find(in, (int)n, 0.5f).value_or(3.0f);
}
ORACLE_MAIN(pairs, 6, 3, 0.5, 1.5)
