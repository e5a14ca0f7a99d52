/* A sort exchanges triplets of two integers and a number, beside sets of pairs of integers: at -O0
 * an integer may be half of an address, for all that is known, whichever of two it is. */
#include "oracle.h"
#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

using Triplet = std::tuple<int, int, double>;

struct Columns {
  std::vector<int> starts, rows;
  std::vector<double> values;
};

static Columns compress(int n, std::vector<Triplet> triplets) {
  std::stable_sort(triplets.begin(), triplets.end(), [](auto &a, auto &b) {
    return std::get<1>(a) != std::get<1>(b) ? std::get<1>(a) < std::get<1>(b)
                                            : std::get<0>(a) < std::get<0>(b);
  });
  Columns columns{std::vector<int>(n + 1), {}, {}};
  for (auto [row, column, value] : triplets) {
    columns.rows.push_back(row);
    columns.values.push_back(value);
    ++columns.starts[column + 1];
  }
  for (int c = 0; c < n; c++)
    columns.starts[c + 1] += columns.starts[c];
  return columns;
}

static std::vector<int> by_degree(int n, const Columns &matrix) {
  std::vector<std::set<int>> neighbours(n);
  for (int c = 0; c < n; c++)
    for (int k = matrix.starts[c]; k < matrix.starts[c + 1]; k++)
      if (matrix.rows[k] != c) {
        neighbours[c].insert(matrix.rows[k]);
        neighbours[matrix.rows[k]].insert(c);
      }
  std::set<std::pair<int, int>> queue;
  for (int c = 0; c < n; c++)
    queue.emplace(neighbours[c].size(), c);
  std::vector<int> order;
  while (!queue.empty()) {
    order.push_back(queue.begin()->second);
    queue.erase(queue.begin());
  }
  return order;
}

PRIMAL(sparse) {
  enum { N = 6 };
  std::vector<Triplet> triplets;
  for (int i = 0; i < N; i++) {
    triplets.emplace_back(i, i, 4 + in[i % 4] * in[i % 4]);
    if (i + 1 < N)
      triplets.emplace_back(i, i + 1, -1 - 0.1 * in[i % 4]);
  }
  Columns matrix = compress(N, triplets);
  std::vector<int> order = by_degree(N, matrix);
  double sum = 0;
  for (int c = 0; c < N; c++)
    for (int k = matrix.starts[c]; k < matrix.starts[c + 1]; k++)
      sum += matrix.values[k] * matrix.values[k] * (1 + order[matrix.rows[k]]);
  out[0] = sum;
}

ORACLE(sparse, 4, 1, 0.3, 1.5)
int main() {
  sparse_oracle();
  return oracle_exit();
}
