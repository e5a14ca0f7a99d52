/* Structures that hold a pointer, by value: two registers each, or memory; so are their shadows. */
#include "oracle.h"
int enzyme_dup, enzyme_const, enzyme_out;
typedef struct {
  double *p;
  size_t n;
} Span;
typedef struct {
  double *p, *q;
  size_t n;
} Span3;
typedef struct {
  double *p;
  double k;
} Mixed;
typedef struct {
  float a, b, c;
} F3;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
static double sum(Span s) {
  double r = 0;
  for (size_t i = 0; i < s.n; i++)
    r += s.p[i] * s.p[i];
  return r;
}
static double dot(Span3 s) {
  double r = 0;
  for (size_t i = 0; i < s.n; i++)
    r += s.p[i] * s.q[i];
  return r;
}
static double two(Span s, double k) { return sum(s) * k; }
static float f3(F3 v, float k) { return v.a * v.b * v.c * k; }
typedef struct {
  F3 v;
  float k;
} GF;
GF __enzyme_autodiff_f(void *, ...);
static double mix(Mixed m) { return (m.p[0] * m.p[0] + m.p[1] * m.p[1]) * m.k; }
int main(void) {
  double x[2] = {1, 2}, dx[2] = {0}, y[2] = {3, 4}, dy[2] = {0};
  Span s = {x, 2}, ds = {dx, 2};
  __enzyme_autodiff((void *)sum, enzyme_dup, s, ds);
  CLOSE(dx[1], 4);
  dx[1] = 0;
  __enzyme_autodiff((void *)sum, s, ds);
  CLOSE(dx[1], 4);
  Span3 s3 = {x, y, 2}, ds3 = {dx, dy, 2};
  __enzyme_autodiff((void *)dot, enzyme_dup, s3, ds3);
  CLOSE(dy[1], 2);
  dx[0] = dx[1] = 0;
  CLOSE(__enzyme_autodiff((void *)two, enzyme_dup, s, ds, 3.0), 5);
  CLOSE(dx[1], 12);
  double t[2] = {1, 0};
  Span ts = {t, 2};
  CLOSE(__enzyme_fwddiff((void *)sum, enzyme_dup, s, ts), 2);
  CLOSE(__enzyme_fwddiff((void *)sum, enzyme_const, s), 0);

  Mixed m = {x, 3}, dm = {t, 10};
  CLOSE(__enzyme_fwddiff((void *)mix, m, dm), 2 * 1 * 3 + 10 * 5);
  dx[0] = dx[1] = 0;
  dm.p = dx;
  __enzyme_autodiff((void *)mix, enzyme_dup, m, dm);
  CLOSE(dx[1], 12);
  return oracle_exit();
}
