/* The same result declared in every way that fits: struct, array in a struct, nested. */
#include "oracle.h"
typedef struct {
  double d[2];
} Array;
typedef struct {
  struct {
    double a;
  } x;
  double y;
} Nested;
typedef struct {
  double x, y;
} Pair;
extern Array __enzyme_autodiff_array(void *, ...);
extern Nested __enzyme_autodiff_nested(void *, ...);
extern Pair __enzyme_autodiff_pair(void *, ...);
static double f(double x, double y) { return x * x * y; }
int main(void) {
  Array a = __enzyme_autodiff_array((void *)f, 3.0, 5.0);
  Nested n = __enzyme_autodiff_nested((void *)f, 3.0, 5.0);
  Pair p = __enzyme_autodiff_pair((void *)f, 3.0, 5.0);
  CLOSE(a.d[0], 30);
  CLOSE(a.d[1], 9);
  CLOSE(n.x.a, 30);
  CLOSE(n.y, 9);
  CLOSE(p.x + p.y, 39);
  return oracle_exit();
}
