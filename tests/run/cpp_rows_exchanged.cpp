/* Elimination with pivots on a vector of rows that are vectors, or blocks that unique_ptr owns,
 * which std::swap exchanges. */
#include "oracle.h"

#include <memory>
#include <utility>
#include <vector>

enum { SIZE = 6 };

template <class Rows> static void fill(Rows &rows, const double *in, size_t n) {
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      rows[i][j] = std::sin(in[(i + 3 * j) % n] * (1 + i) + j) + (i == j);
}

template <class Rows> static void eliminate(Rows &rows, std::vector<double> &right) {
  int n = (int)right.size();
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (std::fabs(rows[i][k]) > std::fabs(rows[best][k]))
        best = i;
    std::swap(rows[k], rows[best]);
    std::swap(right[k], right[best]);
    for (int i = k + 1; i < n; i++) {
      double factor = rows[i][k] / rows[k][k];
      for (int j = k; j < n; j++)
        rows[i][j] -= factor * rows[k][j];
      right[i] -= factor * right[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++)
      right[k] -= rows[k][j] * right[j];
    right[k] /= rows[k][k];
  }
}

PRIMAL(vectors) {
  std::vector<std::vector<double>> rows(SIZE, std::vector<double>(SIZE));
  fill(rows, in, n);
  std::vector<double> right(in, in + SIZE);
  eliminate(rows, right);
  for (int i = 0; i < SIZE; i++)
    out[i % m] += right[i] * (1 + i);
}
ORACLE(vectors, 6, 3, 0.2, 1.4)

PRIMAL(blocks) {
  std::vector<std::unique_ptr<double[]>> rows(SIZE);
  for (auto &row : rows)
    row = std::make_unique<double[]>(SIZE);
  fill(rows, in, n);
  std::vector<double> right(in, in + SIZE);
  eliminate(rows, right);
  for (int i = 0; i < SIZE; i++)
    out[i % m] += right[i] * (1 + i);
}
ORACLE(blocks, 6, 3, 0.2, 1.4)

/* A row that is in two places, as shared_ptr allows, and one that is exchanged with itself. */
PRIMAL(shared) {
  std::vector<std::shared_ptr<std::vector<double>>> rows(SIZE);
  for (auto &row : rows)
    row = std::make_shared<std::vector<double>>(SIZE);
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      (*rows[i])[j] = std::sin(in[(i + 3 * j) % n] * (1 + i) + j);
  rows[4] = rows[1];
  for (int k = 0; k < SIZE - 1; k++) {
    std::swap(rows[k], rows[(2 * k + 1) % SIZE]);
    for (int i = k + 1; i < SIZE; i++)
      for (int j = 0; j < SIZE; j++)
        (*rows[i])[j] -= 0.3 * (*rows[k])[j] * (*rows[i])[SIZE - 1 - j];
  }
  for (int i = 0; i < SIZE; i++)
    out[i % m] += (*rows[i])[i] * (*rows[i])[1];
}
ORACLE(shared, 5, 3, 0.2, 1.4)

int main() {
  vectors_oracle();
  blocks_oracle();
  shared_oracle();
  return oracle_exit();
}
