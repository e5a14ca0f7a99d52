/* Algorithms that move what a vector holds, and an iterator of one's own. */
#include "oracle.h"
#include <algorithm>
#include <iterator>
#include <numeric>
#include <vector>
struct Strided {
  using value_type = double;
  using difference_type = std::ptrdiff_t;
  using pointer = double *;
  using reference = double &;
  using iterator_category = std::forward_iterator_tag;
  double *place;
  int stride;
  double &operator*() const { return *place; }
  Strided &operator++() {
    place += stride;
    return *this;
  }
  bool operator==(const Strided &other) const { return place == other.place; }
  bool operator!=(const Strided &other) const { return place != other.place; }
};
PRIMAL(moving) {
  (void)m;
  std::vector<double> all(in, in + n), kept;
  double scale = std::accumulate(Strided{all.data(), 2}, Strided{all.data() + n, 2}, 0.0,
                                 [](double a, double b) { return a * 0.5 + b * b; });
  std::copy_if(all.begin(), all.end(), std::back_inserter(kept), [](double x) { return x > 1; });
  std::transform(kept.begin(), kept.end(), kept.begin(), [scale](double x) { return x * scale; });
  if (!kept.empty())
    std::rotate(kept.begin(), kept.begin() + 1, kept.end());
  std::adjacent_difference(kept.begin(), kept.end(), kept.begin());
  kept.erase(std::remove_if(kept.begin(), kept.end(), [](double x) { return x < -1e9; }),
             kept.end());
  kept.insert(kept.begin(), scale);
  out[0] = std::inner_product(kept.begin(), kept.end(), kept.rbegin(), all[0]);
  out[0] += *std::min_element(kept.begin(), kept.end());
}
ORACLE_MAIN(moving, 6, 1, 0.5, 3.0)
