/* Two numbers without markers, of a function that returns two: each is followed by its tangent. */
#include "oracle.h"
typedef struct {
  double x, y;
} Point;
extern Point __enzyme_fwddiff_point(void *, ...);
static Point from_polar(double r, double angle) { return (Point){r * cos(angle), r * sin(angle)}; }
int main(void) {
  Point t = __enzyme_fwddiff_point((void *)from_polar, 2.0, 1.0, 0.5, 3.0);
  CLOSE(t.x, cos(.5) - 6 * sin(.5));
  CLOSE(t.y, sin(.5) + 6 * cos(.5));
  return oracle_exit();
}
