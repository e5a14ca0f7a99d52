/* Results as the caller declares them: structures by register and by hidden memory. */
#include "oracle.h"
extern int enzyme_dup, enzyme_const, enzyme_out, enzyme_width, enzyme_primal_return, enzyme_dupv,
    enzyme_noret, enzyme_dupnoneed;
template <typename T> T __enzyme_autodiff(void *, ...);
template <typename T, typename... A> T __enzyme_fwddiff(void *, A...);
struct G3 {
  double a, b, c;
};
struct G2 {
  double p, t;
};
struct F3 {
  float a, b, c;
};
struct PG {
  double p;
  G3 g;
};
template <typename RT, typename... Args> RT __enzyme_autodiff_t(Args...);
extern G3 __enzyme_fwddiff_g(double (*)(double), int, int, double, double, double, double);
double sq(double x) { return x * x; }
float f3(float x, float y, float z) { return x * y * z; }
double d3(double x, double y, double z) { return x * y * z; }
struct V {
  double x, y;
};
V rot(double t) { return {cos(t), sin(t)}; }
double dot(V a, V b) { return a.x * b.x + a.y * b.y; }
double norm(const V *a) { return sqrt(a->x * a->x + a->y * a->y); }
struct Big {
  double a, b, c, d;
};
Big big(double x) { return {x, x * x, x * x * x, 1}; }
double sumbig(Big b) { return b.a * b.b + b.c * b.d; }

struct VV {
  V a, b;
};
F3 curve(double x) { return {(float)x, (float)(x * x), (float)(3 * x)}; }
F3 turned(const F3 *v) { return {v->a * v->b, v->b * v->c, v->c * v->a}; }
int seven(float a, float b, double *o) {
  *o = a * b;
  return 7;
}
struct SevenAndFloats { /* the first two are returned in one register */
  int p;
  float a, b;
};
struct F3s {
  F3 lane[2];
};
int main() {
  /* three floats take 16 bytes in registers and 12 in memory */
  double product, dproduct = 1;
  SevenAndFloats seven_and =
      __enzyme_autodiff<SevenAndFloats>((void *)seven, enzyme_primal_return, enzyme_out, 2.0f,
                                        enzyme_out, 3.0f, enzyme_dup, &product, &dproduct);
  EXPECT(seven_and.p == 7);
  CLOSE(seven_and.a, 3);
  CLOSE(seven_and.b, 2);
  F3s both = __enzyme_fwddiff<F3s>((void *)curve, enzyme_primal_return, 3.0, 1.0);
  CLOSE(both.lane[0].b, 9);
  CLOSE(both.lane[1].b, 6);
  CLOSE(both.lane[1].c, 3);
  F3 at = {2, 3, 5}, along = {1, 0, 0}, across = {0, 1, 0};
  both = __enzyme_fwddiff<F3s>((void *)turned, enzyme_width, 2, enzyme_dup, &at, &along, &across);
  CLOSE(both.lane[0].a, 3);
  CLOSE(both.lane[0].c, 5);
  CLOSE(both.lane[1].a, 2);
  CLOSE(both.lane[1].b, 5);
  G3 g = __enzyme_autodiff<G3>((void *)d3, 2.0, 3.0, 5.0);
  CLOSE(g.a, 15);
  CLOSE(g.b, 10);
  CLOSE(g.c, 6);
  F3 f = __enzyme_autodiff<F3>((void *)f3, 2.0f, 3.0f, 5.0f);
  CLOSE(f.a, 15);
  CLOSE(f.b, 10);
  CLOSE(f.c, 6);
  PG pg = __enzyme_autodiff<PG>((void *)d3, enzyme_primal_return, 2.0, 3.0, 5.0);
  CLOSE(pg.p, 30);
  CLOSE(pg.g.c, 6);
  G3 w = __enzyme_fwddiff_g(sq, enzyme_width, 3, 3.0, 1.0, 2.0, 3.0);
  CLOSE(w.a, 6);
  CLOSE(w.b, 12);
  CLOSE(w.c, 18);
  G3 w2 = __enzyme_fwddiff<G3>((void *)sq, enzyme_width, 3, enzyme_dup, 3.0, 1.0, 2.0, 3.0);
  CLOSE(w2.c, 18);
  PG w3 = __enzyme_fwddiff<PG>((void *)sq, enzyme_primal_return, enzyme_width, 3, enzyme_dup, 3.0,
                               1.0, 2.0, 3.0);
  CLOSE(w3.p, 9);
  CLOSE(w3.g.c, 18);
  G2 pt = __enzyme_fwddiff<G2>((void *)sq, enzyme_primal_return, 3.0, 1.0);
  CLOSE(pt.p, 9);
  CLOSE(pt.t, 6);
  V dv = __enzyme_fwddiff<V>((void *)rot, 0.5, 1.0);
  CLOSE(dv.x, -sin(0.5));
  CLOSE(dv.y, cos(0.5));
  V a{1, 2}, b{3, 4};

  VV r = __enzyme_autodiff<VV>((void *)dot, a, b);
  CLOSE(r.a.x, 3);
  CLOSE(r.b.y, 2);
  V da{0, 0};
  __enzyme_autodiff<void>((void *)norm, enzyme_dup, &a, &da);
  CLOSE(da.x, 1 / sqrt(5.));
  Big db = __enzyme_fwddiff<Big>((void *)big, 2.0, 1.0);
  CLOSE(db.a, 1);
  CLOSE(db.b, 4);
  CLOSE(db.c, 12);
  CLOSE(db.d, 0);
  Big x{1, 2, 3, 4}, dx{0, 0, 0, 0};
  dx = __enzyme_autodiff<Big>((void *)sumbig, x);
  CLOSE(dx.a, 2);
  CLOSE(dx.b, 1);
  CLOSE(dx.c, 4);
  CLOSE(dx.d, 3);
  return oracle_exit();
}
