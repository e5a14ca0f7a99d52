/* The second derivative of what releases memory with an alignment, in every mix of modes. */
#include "oracle.h"
#include <cstdlib>
#include <new>
struct alignas(64) Wide {
  double lanes[8];
};
static double f(double x) {
  Wide *w = new Wide;
  for (int i = 0; i < 8; i++)
    w->lanes[i] = x * i * x;
  double s = 0;
  for (int i = 0; i < 8; i++)
    s += w->lanes[i] * w->lanes[7 - i];
  delete w;
  return s;
}
extern double __enzyme_autodiff_f(void *, ...);
extern double __enzyme_fwddiff_f(void *, ...);
static double g(double x) { return __enzyme_autodiff_f((void *)f, x); }
extern double __enzyme_autodiff_g(void *, ...);
extern double __enzyme_fwddiff_g(void *, ...);
int main() {
  double a = g(1.3), b = __enzyme_fwddiff_g((void *)g, 1.3, 1.0),
         c = __enzyme_autodiff_g((void *)g, 1.3), d = __enzyme_fwddiff_f((void *)f, 1.3, 1.0);
  printf("%g %g %g %g\n", a, d, b, c);
  CLOSE(a, d);
  CLOSE(b, c);
  CLOSE(3 * a, b * 1.3);
  return oracle_exit();
}
