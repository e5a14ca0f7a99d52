#include "oracle.h"
static double clamp(double x) { return fmin(fmax(x, -1), 1.5) * x; }
static double shapes(double x) { return fabs(x) * x + copysign(x, -x) + copysign(2, x) * x; }
static double signs(double x, double y) { return copysign(x * y, x - y); }
int main(void) {
  ORACLE2(fmin, 0.3, 3);
  ORACLE2(fmax, 0.3, 3);
  ORACLE2(fdim, 0.3, 3);
  ORACLE2(signs, 0.3, 3);
  ORACLE1(fabs, -3, 3);
  ORACLE1(clamp, -3, 3);
  ORACLE1(shapes, -3, 3);
  return oracle_exit();
}
