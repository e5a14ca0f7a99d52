/* A registered function that throws, in a try beside objects whose destructors only give memory back. */
#include "oracle.h"
#include <stdexcept>
#include <vector>
#include <string>
__attribute__((noinline)) double sq(double x) { if (x > 1.0) throw 5; return x * x; }
struct A { double t, r; };
static A sqf(double x) { return {x, sq(x)}; } static double sqr(double, double s, double t) { return 2 * t * s; } static double sqt(double x, double dx) { sq(x); return 2 * x * dx; }
void *__adcc_register_gradient_sq[] = {(void *)sq, (void *)sqf, (void *)sqr}; void *__adcc_register_derivative_sq[] = {(void *)sq, (void *)sqt};
struct Tree { double v; int *k; Tree *l = 0, *r = 0; Tree(const double *in, int a, int b) { int m = (a + b) / 2; v = in[m]; k = new int[4]; for (int i = 0; i < 4; i++) k[i] = (m + i) % 6; if (a < m) l = new Tree(in, a, m); if (m + 1 < b) r = new Tree(in, m + 1, b); } ~Tree() { delete l; delete[] k; delete r; } };
static double sum(const Tree *t, const double *in, double x) { if (!t) return 0.1; double s = sum(t->l, in, x * t->v) * x + sum(t->r, in, x); for (int i = 0; i < 4; i++) s += in[t->k[i]] * t->v; return s; }
PRIMAL(guarded) {
  for (size_t i = 0; i < n; i++) {
    try { Tree t(in, 0, 6); out[0] += sum(&t, in, in[i]); int *q = t.k; double w = in[q[1]]; out[0] += sq(in[i]) * w; t.v *= 0.5; out[1] += sum(&t, in, w); out[1] += sq(in[(i + 1) % n]); }
    catch (int e) { out[1] += in[i] * e; int *z = new int[4]{-1, -1, -1, -1}; out[0] += z[0] * in[1]; delete[] z; }
    Tree *u = new Tree(in, 1, 6); out[0] += sum(u, in, 0.5); delete u;
  }
}
ORACLE_MAIN(guarded, 6, 2, 0.3, 1.3)
