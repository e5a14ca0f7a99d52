// The inner points of a grid, as unsigned indices go through them: the loop counts j + 1, and j is what
// that was before. Nothing is kept of either.
#include "../../include/adcc/adcc.h"
#include "oracle.h"
#include <utility>
#include <vector>

static double smooth(const double *in, int n, int steps) {
  std::vector<double> u(in, in + n);
  for (int t = 0; t < steps; t++) {
    auto next = u;
    for (size_t j = 1; j + 1 < u.size(); j++)
      next[j] = u[j] * u[j] * 0.5 + 0.2 * u[j - 1];
    u = std::move(next);
  }
  double sum = 0;
  for (double value : u)
    sum += value * value;
  return sum;
}
PRIMAL(smoothed) {
  out[0] += smooth(in, (int)n, 3);
  for (size_t few = 0; few < 3; few++)
    out[m - 1] += smooth(in, (int)few, 2) * in[few];
}
ORACLE(smoothed, 6, 2, 0.2, 0.9)

// By other steps, downwards, from what the run says, and read behind the loop.
PRIMAL(stepped) {
  size_t last = 0, before = 5;
  for (size_t j = 3, i = 0; j + 3 < 2 * n; before = j, j += 3)
    last = j, out[i++ % m] += in[j % n] * in[before % n];
  unsigned start = (unsigned)n / 2;
  for (unsigned j = start; j - 2 < n; j -= 2)
    out[0] += in[j % n] * in[(j - 2) % n] * (last + 1.0);
}
ORACLE(stepped, 7, 2, -1, 1)

int main() {
  smoothed_oracle();
  stepped_oracle();
  enum { SIZE = 3000, STEPS = 20 };
  static double x[SIZE], dx[SIZE];
  for (int i = 0; i < SIZE; i++)
    x[i] = 0.2 + 0.1 * (i % 7);
  adcc_tape_reset_peak();
  __adcc_autodiff((void *)smooth, adcc_dup, x, dx, SIZE, STEPS);
  adcc_tape_statistics stats;
  adcc_tape_stats(&stats);
  EXPECT(stats.peak_bytes <= SIZE * sizeof(double));
  return oracle_exit();
}
