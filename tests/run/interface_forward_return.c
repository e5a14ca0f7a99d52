/* Forward results: tangent alone; a struct; nothing. */
#include "oracle.h"
typedef struct {
  double x, y;
} Pair;
extern Pair __adcc_fwddiff_pair(Pair (*)(double), double, double);
extern void __adcc_fwddiff_none(void *, ...);
static Pair polar(double t) { return (Pair){cos(t), sin(t) * 2}; }
static void scale(double *x, double *y) { y[0] = x[0] * x[0] * x[1]; }
int main(void) {
  Pair p = __adcc_fwddiff_pair(polar, 0.5, 1.0);
  CLOSE(p.x, -sin(0.5));
  CLOSE(p.y, 2 * cos(0.5));
  double x[2] = {3, 5}, dx[2] = {1, 10}, y = 0, dy = 0;
  __adcc_fwddiff_none((void *)scale, x, dx, &y, &dy);
  CLOSE(y, 45);
  CLOSE(dy, 30 + 90);
  return oracle_exit();
}
