/* A struct of floating point by value is `out`: its adjoint is a struct. */
#include "oracle.h"
typedef struct {
  double x, y;
} Point;
typedef struct {
  double a[5];
} Large;
extern Point __enzyme_autodiff_p(double (*)(Point), Point);
static double area(Point p) { return p.x * p.x * p.y; }
int main(void) {
  Point d = __enzyme_autodiff_p(area, (Point){3, 5});
  CLOSE(d.x, 30);
  CLOSE(d.y, 9);
  return oracle_exit();
}
