/* Forward mode of small structures by value in C++: how many parameters the mangled name lists tells
 * which numbers belong together, with and without markers. */
#include "oracle.h"
extern int enzyme_dup, enzyme_const;
struct Point {
  double x, y;
};
template <class Result, class... Arguments> Result __enzyme_fwddiff(void *, Arguments...);
namespace plane {
Point turned(Point a, double scale) { return {a.x * a.y * scale, a.x * a.x + sin(a.y)}; }
double area(Point a, Point b) { return a.x * b.y - a.y * b.x * a.x; }
double along(Point a, double t, Point b) { return a.x * t * b.y + a.y * b.x; }
} // namespace plane
int main() {
  Point v = {2, 3}, dv = {1, 0.5}, w = {5, 7}, dw = {0, 1};
  Point r = __enzyme_fwddiff<Point>((void *)plane::turned, enzyme_dup, v, dv, enzyme_dup, 2.0, 0.25);
  CLOSE(r.x, 1 * 3 * 2 + 2 * 0.5 * 2 + 2 * 3 * 0.25);
  CLOSE(r.y, 4 + cos(3.0) * 0.5);
  CLOSE(__enzyme_fwddiff<double>((void *)plane::area, enzyme_dup, v, dv, enzyme_const, w), 7 - 5 - 15);
  CLOSE(__enzyme_fwddiff<double>((void *)plane::area, v, dv, w, dw), 7 - 5 - 15 + 2);
  CLOSE(__enzyme_fwddiff<double>((void *)plane::along, v, dv, 2.0, 0.0, w, dw),
        1 * 2 * 7 + 2 * 2 * 1 + 0.5 * 5);
  return oracle_exit();
}
