/* C's complex numbers in forward mode: debug information, or unoptimised code, tells that two
 * parameters are one. */
// levels: O0 raw debug O2g O3g fastg asan
#include "oracle.h"
#include <complex.h>
typedef struct {
  double x, y;
} Point;
extern double __enzyme_fwddiff(void *, ...);
extern int enzyme_dup;
static double norm(double complex z) { return creal(z) * creal(z) + 3 * cimag(z); }
static double area(Point p) { return p.x * p.y; }
static double product(double x, double y) {
  double both[2] = {x, y};
  return both[0] * both[0] * both[1];
}
int main(void) {
  CLOSE(__enzyme_fwddiff((void *)norm, 2.0 + 5.0 * I, 1.0 + 10.0 * I), 4 + 30);
  CLOSE(__enzyme_fwddiff((void *)norm, enzyme_dup, 2.0 + 5.0 * I, 1.0 + 10.0 * I), 4 + 30);
  Point p = {3, 5}, dp = {1, 10};
  CLOSE(__enzyme_fwddiff((void *)area, p, dp), 5 + 30);
  CLOSE(__enzyme_fwddiff((void *)product, 3.0, 1.0, 5.0, 10.0), 30 + 90);
  CLOSE(__enzyme_fwddiff((void *)product, enzyme_dup, 3.0, 1.0, 5.0, 10.0), 30 + 90);
  return oracle_exit();
}
