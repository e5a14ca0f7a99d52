/* Running sums of pairs in a loop, over a recursive function, with -ffast-math: one of the loops is
 * chosen to be unrolled, but LLVM does not. */
#include "oracle.h"
#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

static void halve(double *x, int depth);
static double smooth(double x, int depth) {
  double y = 0.5 * x * x;
  if (depth > 0)
    halve(&y, depth - 1);
  return 0.5 * (x + sin(y));
}
static void halve(double *x, int depth) {
  *x = *x / (1 + *x * *x);
  if (depth > 0)
    *x = *x * smooth(*x + 0.1, depth - 1);
}

PRIMAL(running_sums) {
  for (double *at = in, *end = in + 8; at != end; at++) {
    std::vector<std::pair<double, double>> all;
    for (int i = 0; i < 3; i++)
      all.emplace_back(sin(smooth(0.1 * (i % 11), 4)) + 0.0173 * i,
                       0.3 + 0.1 * sin(smooth(0.1 * (i % 11), 4)));
    std::partial_sum(all.begin(), all.end(), all.begin(), [](auto a, auto b) {
      b.second += 0.3 * a.first;
      return b;
    });
    std::transform(all.begin(), all.end(), all.begin(), [](auto p) {
      p.first *= p.second;
      return p;
    });
    double sum = 0;
    for (size_t i = 0; i < all.size(); i++)
      sum += 0.3 * (i + 1.0) / (i + 2.0) * all[i].first * all[i].second;
    in[6] = *at * sum / (1 + 0.3 * sum * sum);
  }
}
ORACLE(running_sums, 8, 1, 0.2, 1.4)

int main() { return running_sums_oracle() != ORACLE_OK; }
