/* std::vector: sized, grown, resized, copied, moved, of vectors. */
#include "oracle.h"
#include <vector>
PRIMAL(vectors) {
  std::vector<double> a(in, in + n), b;
  for (double x : a)
    b.push_back(x * x);
  b.resize(n + 3, in[0]);
  b.insert(b.begin() + 1, in[1] * 2);
  std::vector<double> c = b, d = std::move(a);
  std::vector<std::vector<double>> rows(2, c);
  rows[1][0] *= d[1];
  rows.push_back(d);
  for (auto &row : rows)
    for (size_t i = 1; i < row.size(); i++)
      row[i] += 0.5 * row[i - 1];
  out[0] = rows[0].back() * rows[1][2];
  out[1] = rows[2].back() + b[1] * c.front();
}
ORACLE_MAIN(vectors, 4, 2, 0.5, 1.5)
