/* Functions of numbers that ask for derivatives, which come back in pairs, and are differentiated
 * themselves, without markers: neither their numbers, nor one and its tangent, are the parts of a
 * structure, at any level. */
#include "oracle.h"
typedef struct {
  double x, y;
} Pair;
extern Pair __enzyme_autodiff_pair(void *, ...);
extern Pair __enzyme_fwddiff_pair(void *, ...);
extern double __enzyme_fwddiff_d(void *, ...);
extern int enzyme_primal_return;
static double height(double x, double y) { return sin(x * y) + x * x * y; }
static double steepness(double x, double y) {
  Pair g = __enzyme_autodiff_pair((void *)height, x, y);
  return g.x * g.x + 2 * g.y;
}
static Pair gradient(double x, double y) { return __enzyme_autodiff_pair((void *)height, x, y); }
static double wave(double x) { return exp(x) * cos(x); }
static double along(double x, double dx) {
  Pair v = __enzyme_fwddiff_pair((void *)wave, enzyme_primal_return, x, dx);
  return v.x * v.y;
}
int main(void) {
  double x = 0.3, y = 0.5, t = 0.25, s = -1.5, h = 1e-5;
  CLOSE_TO(__enzyme_fwddiff_d((void *)steepness, x, t, y, s),
           (steepness(x + h * t, y + h * s) - steepness(x - h * t, y - h * s)) / (2 * h), 1e-7);
  Pair column = __enzyme_fwddiff_pair((void *)gradient, x, 1.0, y, 0.0);
  CLOSE(column.x, 2 * y - y * y * sin(x * y));
  CLOSE(column.y, 2 * x + cos(x * y) - x * y * sin(x * y));
  CLOSE_TO(__enzyme_fwddiff_d((void *)along, x, t, y, s),
           (along(x + h * t, y + h * s) - along(x - h * t, y - h * s)) / (2 * h), 1e-7);
  return oracle_exit();
}
