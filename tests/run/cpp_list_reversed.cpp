/* Lists that library functions without a body link anew: reversed, spliced, swapped and sorted.
 * What they write to nodes, the program reads as pointers to nodes of its own name. */
#include "oracle.h"

#include <list>
#include <numeric>
#include <set>

static __attribute__((noinline)) double reversed(const double *in) {
  std::list<double> list(in, in + 5);
  list.reverse();
  double sum = 0, weight = 1;
  for (double v : list)
    sum += v * v * weight++;
  return sum;
}

PRIMAL(relinked) {
  (void)m;
  std::list<double> list(in, in + n), others;
  list.splice(list.begin(), list, std::next(list.begin(), 3));
  list.reverse();
  out[0] = reversed(in) * list.front();
  list.push_front(in[1] * in[2]);
  others.splice(others.end(), list, std::next(list.begin()), std::prev(list.end()));
  others.reverse();
  std::swap(list, others);
  list.merge(others);
  out[1] = std::accumulate(list.begin(), list.end(), 0.0,
                           [](double sum, double v) { return sum * 0.5 + v * v; });
  std::multiset<double> ordered(list.begin(), list.end());
  auto middle = ordered.lower_bound(0.9);
  out[2] = *middle * double(std::distance(ordered.begin(), middle)) * *std::prev(middle);
}
ORACLE_MAIN(relinked, 5, 3, 0.5, 1.5)
