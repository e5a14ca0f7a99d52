// Loops from one pointer to another: iterators of a prefix of a row, as in a triangular solve, upwards
// and down, over records, with ends that are compared in any way. Such a loop keeps no more than one
// with an index: a factorisation in place no more than a few numbers for each entry.
#include "../../include/adcc/adcc.h"
#include "oracle.h"
#include <iterator>
#include <numeric>
#include <vector>

struct Rows {
  const double *first, *last;
  Rows(const double *row, size_t count) : first(row), last(row + count) {}
};

static double dot(Rows a, Rows b) { return std::inner_product(a.first, a.last, b.first, 0.0); }

// The factor of a symmetric matrix and the logarithm of its determinant.
static double factorise(const double *in, int n, int size) {
  std::vector<double> a(size * size);
  auto row = [&](int i) { return a.data() + i * size; };
  for (int i = 0; i < size; i++)
    for (int j = 0; j <= i; j++)
      row(i)[j] = 0.05 * in[(i + j) % n] + (i == j ? 2 + 0.1 * size : 0);
  double sum = 0;
  for (int j = 0; j < size; j++) {
    double *pivot = row(j);
    pivot[j] = std::sqrt(pivot[j] - dot({pivot, (size_t)j}, {pivot, (size_t)j}));
    sum += std::log(pivot[j]);
    for (int i = j + 1; i < size; i++)
      row(i)[j] = (row(i)[j] - dot({row(i), (size_t)j}, {pivot, (size_t)j})) / pivot[j];
  }
  return sum;
}
PRIMAL(factorised) {
  (void)m;
  out[0] = factorise(in, (int)n, 7);
}
ORACLE(factorised, 5, 1, 0.2, 0.9)

struct Point {
  double x, y, weight;
};

// Upwards by `<`, over records; from the end; in steps of two; and by chance not at all.
PRIMAL(walked) {
  std::vector<Point> points(6);
  for (size_t i = 0; i < points.size(); i++)
    points[i] = {in[i % n], in[(i + 1) % n] * 0.5, in[(2 * i) % n]};
  for (size_t many = 0; many <= points.size(); many++) {
    const Point *begin = points.data(), *end = begin + many;
    for (const Point *p = begin; p < end; p++)
      out[0] += p->x * p->y * p->weight;
    for (const Point *p = end; p != begin;)
      if (--p, p->x > 0)
        out[1 % m] += p->x * in[(size_t)(p - begin) % n];
    for (const Point *p = begin; p + 1 < end; p += 2)
      out[2 % m] += p[0].x * p[1].y;
  }
  double *middle = in + n / 2;
  for (double *p = middle, *q = middle; p != in; p--, q++)
    *q *= p[-1];
}
ORACLE(walked, 6, 3, 0.5, 1.5)

// Sums of every prefix, from the last to the first; the end moves.
PRIMAL(prefixes) {
  std::vector<double> sums(n + 1);
  for (auto end = in + n; end != in; --end)
    sums[end - in] = std::accumulate(in, end, 1.0, [](double a, double b) { return a * 0.9 + b * b; });
  for (size_t i = 0; i < m; i++)
    out[i] = std::accumulate(sums.rbegin(), sums.rbegin() + (i + 1), out[i]);
}
ORACLE(prefixes, 5, 3, -1, 1)

// Where a row ends is compared with where the last row was left.
PRIMAL(chased) {
  double rows[5][4];
  for (size_t k = 0; k < 20; k++)
    rows[k / 4][k % 4] = in[k % n] * (1 + (double)(k % 3));
  static const int order[5] = {2, 0, 4, 1, 3};
  const double *reached = &rows[0][0];
  for (int k = 0; k < 5; k++) {
    double *volatile hidden = rows[order[k]];
    double *row = hidden;
    size_t steps = 0;
    while (reached != row + (k + 1) % 4 && ++steps < 9)
      out[0] += *reached * in[steps % n], reached = reached < row ? row : row + steps % 3;
    for (double *p = row; p != row + k % 4; p++)
      out[m - 1] += *p * *p, reached = p + 1;
  }
}
ORACLE(chased, 5, 2, -1, 1)

int main() {
  chased_oracle();
  factorised_oracle();
  walked_oracle();
  prefixes_oracle();
  enum { SIZE = 60, N = 13 };
  double x[N], dx[N] = {0};
  for (int i = 0; i < N; i++)
    x[i] = 0.2 + 0.05 * i;
  adcc_tape_reset_peak();
  __adcc_autodiff((void *)factorise, adcc_dup, x, dx, N, SIZE);
  adcc_tape_statistics stats;
  adcc_tape_stats(&stats);
  EXPECT(stats.peak_bytes <= 3 * SIZE * SIZE * sizeof(double));
  return oracle_exit();
}
