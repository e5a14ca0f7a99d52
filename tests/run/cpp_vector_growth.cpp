/* std::vector that grows, shrinks and moves, and the algorithms over it. */
#include "oracle.h"
#include <algorithm>
#include <numeric>
#include <vector>
PRIMAL(vec_ops) {
  std::vector<double> v;
  for (size_t i = 0; i < n; i++)
    v.push_back(in[i] * in[i]);
  v.insert(v.begin() + 1, in[0] * in[1]);
  v.erase(v.begin() + 2);
  v.emplace_back(v[0] * v[1]);
  v.resize(v.size() + 2, in[2]);
  std::vector<double> w(v.rbegin(), v.rend());
  std::swap(v, w);

  std::transform(v.begin(), v.end(), w.begin(), v.begin(),
                 [](double a, double b) { return a * b; });
  std::for_each(v.begin(), v.end(), [](double &x) { x = x * x; });
  out[0] = std::accumulate(v.begin(), v.end(), 0.0) +
           std::inner_product(v.begin(), v.end(), v.rbegin(), 0.0);
  std::vector<std::vector<double>> g(3, std::vector<double>(2, in[1]));
  g[1][0] = in[0];
  g.push_back({in[2], in[3]});
  out[1] = g[0][0] * g[1][0] * g[3][1];
}
ORACLE_MAIN(vec_ops, 5, 2, 0.5, 1.2)
