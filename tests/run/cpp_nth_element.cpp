// A tree of points that are parted by std::nth_element, along one axis after the other.
#include "oracle.h"
#include <algorithm>
#include <vector>

namespace {
struct Point {
  double at[2];
};

double parted(Point *points, int from, int to, int axis) {
  if (from >= to)
    return 0;
  int middle = (from + to) / 2;
  std::nth_element(points + from, points + middle, points + to,
                   [axis](const Point &a, const Point &b) { return a.at[axis] < b.at[axis]; });
  const Point &here = points[middle];
  return here.at[0] * here.at[1] + 0.7 * parted(points, from, middle, 1 - axis) -
         0.4 * parted(points, middle + 1, to, 1 - axis);
}
} // namespace

PRIMAL(nth) {
  Point points[12];
  for (int i = 0; i < 12; i++)
    points[i] = {{in[i % n] + 0.031 * i, in[(i * 5 + 2) % n] - 0.017 * i}};
  std::vector<double> sorted(in, in + n);
  for (int j = 0; j < m; j++) {
    std::nth_element(sorted.begin(), sorted.begin() + j, sorted.end());
    out[j] = sorted[static_cast<size_t>(j)] * (j + 1);
  }
  out[0] += parted(points, 0, 12, 0);
}
ORACLE_MAIN(nth, 11, 3, 0.1, 0.9)
