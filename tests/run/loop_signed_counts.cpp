// Loops that count to an `int`, which is extended by its sign in an index and by zeros as a number of
// iterations: that rows of a matrix do not overlap is seen where a branch has ruled out that it is
// negative. An elimination keeps each row that it takes from others once, not for each of them.
#include "../../include/adcc/adcc.h"
#include "oracle.h"
#include <utility>
#include <vector>

struct Factors {
  int n;
  std::vector<double> a;
  std::vector<int> order;
  Factors(std::vector<double> matrix, int size) : n(size), a(std::move(matrix)), order(size) {
    for (int i = 0; i < n; i++)
      order[i] = i;
    for (int k = 0; k < n; k++) {
      int pivot = k;
      for (int i = k + 1; i < n; i++)
        if (std::fabs(a[i * n + k]) > std::fabs(a[pivot * n + k]))
          pivot = i;
      if (pivot != k) {
        for (int j = 0; j < n; j++)
          std::swap(a[k * n + j], a[pivot * n + j]);
        std::swap(order[k], order[pivot]);
      }
      for (int i = k + 1; i < n; i++) {
        double factor = a[i * n + k] / a[k * n + k];
        a[i * n + k] = factor;
        for (int j = k + 1; j < n; j++)
          a[i * n + j] -= factor * a[k * n + j];
      }
    }
  }
  double weigh() const {
    double sum = 0;
    for (int i = 0; i < n; i++)
      sum += std::log(std::fabs(a[i * n + i])) * (1 + order[i] % 2);
    return sum;
  }
};

static double eliminate(const double *in, int n, int size, int times) {
  double sum = 0;
  for (int t = 0; t < times; t++) {
    std::vector<double> matrix(size * size);
    for (int i = 0; i < size; i++)
      for (int j = 0; j < size; j++)
        matrix[i * size + j] =
            std::sin(i * 7. + j * 3 * (t + 1)) * in[(i + j) % n] + (i == (j + 1) % size ? 3 : 0);
    sum += Factors(std::move(matrix), size).weigh();
  }
  return sum;
}
PRIMAL(eliminated) {
  for (size_t i = 0; i < m; i++)
    out[i] = eliminate(in, (int)n, 2 + 3 * (int)i, 2);
}
ORACLE(eliminated, 5, 2, 0.3, 0.9)

// Counts that may be negative or zero: no iteration, and no matrix.
PRIMAL(none) {
  static const int sizes[] = {-3, 0, 1, 4};
  (void)m;
  for (int size : sizes) {
    double square[16];
    for (int i = 0; i < size; i++)
      for (int j = 0; j < size; j++)
        square[i * size + j] = in[(i + j) % n];
    for (int k = 0; k < size; k++)
      for (int i = k + 1; i < size; i++)
        for (int j = 0; j < size; j++)
          square[i * size + j] -= square[k * size + j] * in[0];
    for (int i = 0; i < size; i++)
      out[0] += square[i * size + i] * (i + 1);
  }
}
ORACLE(none, 4, 1, -1, 1)

#ifndef __OPTIMIZE__
#define __OPTIMIZE__ 0
#endif

int main() {
  eliminated_oracle();
  none_oracle();
  enum { SIZE = 50, N = 11 };
  double x[N], dx[N] = {0};
  for (int i = 0; i < N; i++)
    x[i] = 0.2 + 0.06 * i;
  adcc_tape_reset_peak();
  __adcc_autodiff((void *)eliminate, adcc_dup, x, dx, N, SIZE, 1);
  adcc_tape_statistics stats;
  adcc_tape_stats(&stats);
  if (__OPTIMIZE__) // else each comparison loads the count anew
    EXPECT(stats.peak_bytes <= 8 * SIZE * SIZE * sizeof(double));
  return oracle_exit();
}
