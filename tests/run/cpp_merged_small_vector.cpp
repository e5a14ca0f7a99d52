// large: takes long to compile
/* Points in a vector with room for three within itself, in place of the pointer to more, are merged
 * and sorted by the standard library, which moves them through a buffer by bytes. */
#include "oracle.h"
#include <algorithm>
#include <new>

struct Point {
  double x, y;
  int tag;
};
struct Points {
  enum { OWN = 3 };
  union {
    alignas(Point) unsigned char own[OWN * sizeof(Point)];
    Point *heap;
  };
  size_t size = 0, capacity = OWN;
  Points() {}
  ~Points() {
    if (capacity != OWN)
      ::operator delete(heap);
  }
  Point *data() { return capacity == OWN ? reinterpret_cast<Point *>(own) : heap; }
  void push_back(Point point) {
    if (size == capacity) {
      Point *more = static_cast<Point *>(::operator new(2 * capacity * sizeof(Point)));
      for (size_t i = 0; i < size; i++)
        new (more + i) Point(data()[i]);
      if (capacity != OWN)
        ::operator delete(heap);
      heap = more;
      capacity *= 2;
    }
    new (data() + size++) Point(point);
  }
  Point *begin() { return data(); }
  Point *end() { return data() + size; }
};
static bool before(const Point &a, const Point &b) { return a.tag % 3 < b.tag % 3; }

PRIMAL(merged) {
  Points points;
  for (size_t i = 0; i < n; i++)
    points.push_back({in[i], in[i] * in[(i + 1) % n], int(i)});
  std::inplace_merge(points.begin(), points.begin() + 3, points.end(), before);
  for (auto &point : points)
    out[0] = out[0] * 1.1 + point.x * point.y;
}
ORACLE(merged, 6, 1, 0.5, 1.5)

PRIMAL(sorted) {
  Points points;
  for (size_t i = 0; i < n; i++)
    points.push_back({in[i] * in[i], in[(i + 2) % n], int(i)});
  std::stable_sort(points.begin(), points.end(), before);
  for (auto &point : points)
    out[0] = out[0] * 0.9 + point.x * point.y;
}
ORACLE(sorted, 6, 1, 0.5, 1.5)

int main() { return merged_oracle() != ORACLE_OK || sorted_oracle() != ORACLE_OK; }
