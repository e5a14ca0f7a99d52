/* Forward mode of structures by value whose parts travel in two registers of one kind: the parts of
 * the structure, then those of its shadow. Two numbers, or two structures of one number, look alike
 * in the call. */
#include "oracle.h"
extern int enzyme_dup, enzyme_const, enzyme_width;
typedef struct {
  double x, y;
} Point;
typedef struct {
  double *from, *to;
} Range;
typedef struct {
  double v;
} Wrapped;
typedef struct {
  float a, b, c;
} Triple;
typedef struct {
  double t[2];
} Two;
/* Floats and unions in the registers of integers. */
typedef struct {
  int i;
  float f;
  int j;
  float g;
} Mixed;
typedef struct {
  int tag;
  union {
    double number;
    long integer;
  } as;
} Tagged;
double __enzyme_fwddiff(void *, ...);
Two __enzyme_fwddiff_two(void *, ...);
double __enzyme_autodiff(void *, ...);
static double spread(Point p, double k) { return p.x * p.x * p.y * k; }
static double product(double x, double y) { return x * x * y; }
static double wrapped(Wrapped a, Wrapped b) { return a.v * a.v * b.v; }
static double volume(Triple t) { return t.a * t.b * t.c; }
static double squares(Range r) {
  double sum = 0;
  for (double *p = r.from; p != r.to; p++)
    sum += *p * *p;
  return sum;
}
static double mixed(Mixed s) { return s.i * s.f * s.j * s.g; }
static double tagged(Tagged t) {
  return t.tag == 1 ? t.as.number * t.as.number * t.as.number : (double)t.as.integer;
}
int main(void) {
  CLOSE(__enzyme_fwddiff((void *)mixed, enzyme_dup, (Mixed){2, 3, 5, 7}, (Mixed){0, 1, 0, 0}), 70);
  CLOSE(__enzyme_fwddiff((void *)tagged, enzyme_dup, (Tagged){1, {2}}, (Tagged){1, {1}}), 12);
  Point p = {3, 5}, dp = {1, 10};
  CLOSE(__enzyme_fwddiff((void *)spread, enzyme_dup, p, dp, enzyme_const, 2.0), 2 * (30 + 90));
  CLOSE(__enzyme_fwddiff((void *)spread, enzyme_dup, p, dp, 2.0, 1.0), 2 * (30 + 90) + 45);
  CLOSE(__enzyme_fwddiff((void *)spread, enzyme_const, p, enzyme_dup, 2.0, 1.0), 45);
  Two lanes = __enzyme_fwddiff_two((void *)spread, enzyme_width, 2, enzyme_dup, p, dp, p,
                                   enzyme_const, 2.0);
  CLOSE(lanes.t[0], 2 * (30 + 90));
  CLOSE(lanes.t[1], 2 * (90 + 45));
  CLOSE(__enzyme_autodiff((void *)spread, enzyme_const, p, 2.0), 45);
  CLOSE(__enzyme_fwddiff((void *)product, 3.0, 1.0, 5.0, 10.0), 30 + 90);
  CLOSE(__enzyme_fwddiff((void *)product, enzyme_dup, 3.0, 1.0, enzyme_dup, 5.0, 10.0), 30 + 90);
  Wrapped a = {3}, da = {1}, b = {5}, db = {10};
  CLOSE(__enzyme_fwddiff((void *)wrapped, enzyme_dup, a, da, enzyme_dup, b, db), 30 + 90);
  Triple t = {2, 3, 5}, dt = {1, 0, 2};
  CLOSE(__enzyme_fwddiff((void *)volume, t, dt), 15 + 12);
  double x[3] = {1, 2, 3}, dx[3] = {0, 1, 0}, g[3] = {0};
  Range r = {x, x + 3}, dr = {dx, dx + 3}, gr = {g, g + 3};
  CLOSE(__enzyme_fwddiff((void *)squares, enzyme_dup, r, dr), 4);
  __enzyme_autodiff((void *)squares, enzyme_dup, r, gr);
  CLOSE(g[2], 6);
  return oracle_exit();
}
