/* Points gathered in a hash map by their nearest centre: at -O0 the map's nodes, its float for the
 * load and the points are one kind of memory, in which points are copied one after the other. */
#include "oracle.h"
#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <vector>
using Point = std::array<double, 2>;
static double distance(const Point &a, const Point &b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); i++)
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}
static size_t nearest(const std::vector<Point> &centres, const Point &p) {
  auto closer = [&](const Point &a, const Point &b) { return distance(a, p) < distance(b, p); };
  return std::min_element(centres.begin(), centres.end(), closer) - centres.begin();
}
PRIMAL(clusters) {
  std::vector<Point> points;
  for (size_t i = 0; i + 1 < n; i += 2)
    points.push_back({in[i], in[i + 1]});
  std::vector<Point> centres{points[0], points[2]};
  for (int round = 0; round < 3; round++) {
    std::unordered_map<size_t, std::vector<Point>> groups;
    for (const Point &p : points) {
      size_t k = nearest(centres, p);
      out[0] += distance(p, centres[k]);
      groups[k].push_back(p);
    }
    for (const auto &group : groups) {
      Point mean{};
      for (const Point &p : group.second)
        for (int i = 0; i < 2; i++)
          mean[i] += p[i] / group.second.size();
      centres[group.first] = mean;
    }
  }
  std::map<int, double> weights;
  for (int i = 0; i < 2; i++)
    weights[i] = exp(-distance(points[1], centres[i]));
  for (const auto &weight : weights)
    out[1] += (weight.first + 1) * weight.second;
}
ORACLE_MAIN(clusters, 10, 2, 0.1, 0.37)
