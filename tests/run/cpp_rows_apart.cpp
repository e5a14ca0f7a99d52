// Algorithms in place on vectors of vectors: LU, Cholesky, shortest ways, distances of sequences; and
// rows that are exchanged, moved into place, or shared.
#include "oracle.h"

#include <algorithm>
#include <memory>
#include <vector>

using Matrix = std::vector<std::vector<double>>;
enum { SIZE = 5 };

static Matrix fill(const double *in, size_t n) {
  Matrix a(SIZE, std::vector<double>(SIZE));
  for (size_t i = 0; i < SIZE; i++)
    for (size_t j = 0; j < SIZE; j++)
      a[i][j] = in[(i + 2 * j) % n] + (i == j) * 6;
  return a;
}
static double measure(const Matrix &a) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); i++)
    for (size_t j = 0; j < a[i].size(); j++)
      sum += a[i][j] * a[i][j] * double(i + j + 1);
  return sum;
}

PRIMAL(factors) {
  Matrix a = fill(in, n);
  int size = int(a.size());
  for (int k = 0; k < size; k++)
    for (int i = k + 1; i < size; i++) {
      a[i][k] /= a[k][k];
      for (int j = k + 1; j < size; j++)
        a[i][j] -= a[i][k] * a[k][j];
    }
  out[0] = measure(a);
  (void)m;
}
ORACLE(factors, 9, 1, -0.8, 0.8)

PRIMAL(cholesky) {
  Matrix a = fill(in, n), l(a.size());
  for (auto &row : l)
    row.resize(a.size());
  for (size_t i = 0; i < a.size(); i++)
    for (size_t j = 0; j <= i; j++) {
      double sum = a[std::max(i, j)][std::min(i, j)];
      for (size_t k = 0; k < j; k++)
        sum -= l[i][k] * l[j][k];
      l[i][j] = i == j ? std::sqrt(sum) : sum / l[j][j];
    }
  out[0] = measure(l);
  (void)m;
}
ORACLE(cholesky, 9, 1, -0.8, 0.8)

// With pivots: rows are exchanged, so that the table changes while it is used.
PRIMAL(pivots) {
  Matrix a = fill(in, n);
  for (size_t k = 0; k < a.size(); k++) {
    std::swap(a[k], a[(k + 2) % a.size()]);
    for (size_t i = k + 1; i < a.size(); i++) {
      double factor = a[i][k] / (a[k][k] * a[k][k] + 9);
      for (size_t j = k; j < a.size(); j++)
        a[i][j] -= factor * a[k][j];
    }
  }
  out[0] = measure(a);
  (void)m;
}
ORACLE(pivots, 9, 1, -0.8, 0.8)

// Soft alignment of two sequences, row by row.
PRIMAL(alignment) {
  size_t rows = n + 1, columns = 7;
  std::vector<std::vector<double>> d;
  for (size_t i = 0; i < rows; i++)
    d.push_back(std::vector<double>(columns, 0.1 * double(i)));
  for (size_t i = 1; i < rows; i++)
    for (size_t j = 1; j < columns; j++) {
      double cost = (in[i - 1] - 0.1 * double(j)) * (in[i - 1] - 0.1 * double(j));
      d[i][j] = cost - std::log(std::exp(-d[i - 1][j]) + std::exp(-d[i][j - 1]) +
                                std::exp(-d[i - 1][j - 1]));
    }
  out[0] = d[rows - 1][columns - 1];
  (void)m;
}
ORACLE(alignment, 9, 1, -0.8, 0.8)

// All pairs: each step goes through a row and a column that it writes to as well.
PRIMAL(ways) {
  Matrix d = fill(in, n);
  for (size_t k = 0; k < d.size(); k++)
    for (size_t i = 0; i < d.size(); i++)
      for (size_t j = 0; j < d.size(); j++)
        d[i][j] = 0.7 * d[i][j] + 0.1 * d[i][k] * d[k][j];
  out[0] = measure(d);
  (void)m;
}
ORACLE(ways, 9, 1, -0.8, 0.8)

// Rows that several entries share.
PRIMAL(shared) {
  std::vector<std::shared_ptr<std::vector<double>>> d;
  for (size_t i = 0; i < SIZE; i++)
    d.push_back(i % 2 ? d.back() : std::make_shared<std::vector<double>>(SIZE, in[i % n]));
  for (size_t i = 1; i < SIZE; i++)
    for (size_t j = 1; j < SIZE; j++)
      (*d[i])[j] = (*d[i - 1])[j] * in[j % n] + (*d[i])[j - 1] * 0.5;
  out[0] = 0;
  for (size_t i = 0; i < SIZE; i++)
    for (double x : *d[i])
      out[0] += x * x;
  (void)m;
}
ORACLE(shared, 6, 1, -0.8, 0.8)

// Unique rows, one of which a raw pointer leads to as well.
PRIMAL(unique) {
  std::vector<std::unique_ptr<double[]>> d(SIZE);
  for (auto &row : d)
    row = std::make_unique<double[]>(SIZE);
  double *third = d[3].get();
  for (size_t i = 0; i < SIZE; i++)
    for (size_t j = 0; j < SIZE; j++)
      d[i][j] = in[(i + j) % n];
  for (size_t i = 1; i < SIZE; i++)
    for (size_t j = 1; j < SIZE; j++) {
      d[i][j] = d[i - 1][j] * d[i][j - 1] + in[j % n];
      third[j - 1] *= 0.9;
    }
  out[0] = 0;
  for (size_t i = 0; i < SIZE; i++)
    for (size_t j = 0; j < SIZE; j++)
      out[0] += d[i][j] * d[i][j];
  (void)m;
}
ORACLE(unique, 6, 1, -0.8, 0.8)

int main() {
  factors_oracle();
  cholesky_oracle();
  pivots_oracle();
  alignment_oracle();
  ways_oracle();
  shared_oracle();
  unique_oracle();
  return oracle_exit();
}
