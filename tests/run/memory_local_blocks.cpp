// Small blocks that each step of a loop makes and gives back: they are local variables of the
// derivative. Blocks that are kept, returned, chosen among, or as large as the run says, are not.
#include "../../include/adcc/adcc.h"
#include "oracle.h"
#include <memory>
#include <vector>

enum { SIZE = 6 };

static double steps(const double *in, int n, int count) {
  double y[SIZE], sum = 0;
  for (int i = 0; i < SIZE; i++)
    y[i] = in[i % n];
  for (int t = 0; t < count; t++) {
    std::vector<double> root(SIZE), flux(SIZE);
    for (int i = 0; i < SIZE; i++)
      root[i] = std::sqrt(1 + y[i] * y[i]);
    for (int i = 0; i < SIZE; i++)
      flux[i] = in[i % n] * root[i] * root[(i + 1) % SIZE];
    for (int i = 0; i < SIZE; i++)
      y[i] += 0.01 * (flux[(i + SIZE - 1) % SIZE] - flux[i]);
    sum += y[0] * y[1];
  }
  return sum;
}
PRIMAL(stepped) {
  (void)m;
  out[0] = steps(in, (int)n, 5);
}
ORACLE(stepped, 7, 1, 0.2, 0.9)

// The block of one step is read in the next one; that of another is returned.
static double *take(const double *in, double scale) {
  double *made = (double *)malloc(3 * sizeof *made);
  for (int i = 0; i < 3; i++)
    made[i] = in[i] * scale;
  return made;
}
PRIMAL(kept) {
  (void)n, (void)m;
  double *last = take(in, 0.5);
  for (int t = 0; t < 4; t++) {
    double *next = take(last, 1 + 0.1 * t);
    next[t % 3] *= last[(t + 1) % 3] + 1;
    out[0] += next[0] * last[2];
    free(last);
    last = next;
  }
  out[0] += last[0] + last[1];
  free(last);
}
ORACLE(kept, 3, 1, 0.3, 1.2)

// One of two, on which of them depends on the numbers; zeroed; by a pointer that walks.
PRIMAL(chosen) {
  for (size_t k = 0; k < n; k++) {
    double *a = (double *)calloc(4, sizeof *a), *b = (double *)malloc(4 * sizeof *b);
    for (int i = 0; i < 4; i++)
      b[i] = in[k] * (i + 1);
    double *better = in[k] > 0.7 ? a : b;
    better[1] += in[(k + 1) % n];
    a[k % 4] += in[k] * in[k];
    double sum = 0;
    for (double *p = better; p != better + 4; p++)
      sum += *p * *p;
    for (int i = 0; i < 4; i++)
      sum += a[i] * b[i];
    out[k % m] += sum;
    free(b);
    free(a);
  }
}
ORACLE(chosen, 5, 2, 0.3, 1.2)

// Structures in blocks of their own, moved about, on a way that throws nothing.
struct Pair {
  double first, second;
};
PRIMAL(owned) {
  auto best = std::make_unique<Pair>(Pair{in[0], 1});
  for (size_t k = 1; k < n; k++) {
    auto next = std::make_unique<Pair>(Pair{in[k] * best->first, in[k]});
    if (next->second > 0.8)
      best = std::move(next);
    else
      best->second += next->first;
  }
  out[0] += best->first * best->second;
  (void)m;
}
ORACLE(owned, 5, 1, 0.3, 1.2)

int main() {
  stepped_oracle();
  kept_oracle();
  chosen_oracle();
  owned_oracle();
  enum { N = 12, COUNT = 1000 };
  double x[N], dx[N] = {0};
  for (int i = 0; i < N; i++)
    x[i] = 0.2 + 0.05 * i;
  adcc_tape_reset_peak();
  __adcc_autodiff((void *)steps, adcc_dup, x, dx, N, COUNT);
  adcc_tape_statistics stats;
  adcc_tape_stats(&stats);
  EXPECT(stats.peak_bytes <= COUNT * 200);
  return oracle_exit();
}
