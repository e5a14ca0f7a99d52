/* sort, accumulate, transform, inner_product, max_element, partial_sum. */
#include "oracle.h"
#include <algorithm>
#include <numeric>
#include <vector>
PRIMAL(algorithms) {
  std::vector<double> a(in, in + n), b(n);
  std::sort(a.begin(), a.end());
  std::transform(a.begin(), a.end(), b.begin(), [](double x) { return x * x; });
  std::partial_sum(b.begin(), b.end(), b.begin());
  out[0] = std::accumulate(b.begin(), b.end(), 0.0) * *std::max_element(in, in + n);
  out[1] = std::inner_product(a.begin(), a.end(), b.begin(), in[0]);
  std::reverse(b.begin(), b.end());
  out[2] = b[0] * std::clamp(in[1], 0.6, 1.4) + std::max(in[0], in[1]);
}
ORACLE_MAIN(algorithms, 5, 3, 0.5, 1.5)
