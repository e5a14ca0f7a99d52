/* A long chain of functions of which each is called once: they become one, but for those that are
 * said to stay apart, have a rule, or call each other in turn. What the functions have of their own
 * in a loop is new in each call. */
#include "oracle.h"
#define APART __attribute__((noinline))

static double last(const double *v) { return v[0] * v[1]; }
static double twelfth(double x) {
  double v[2] = {x, sin(x)};
  return last(v);
}
static double eleventh(double x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += twelfth(x * (1 + 0.1 * i));
  return sum;
}
APART static double tenth(double x, int n) { return eleventh(x, n) * 0.5; }
static double down(double x, int n);
static double up(double x, int n) { return n ? 0.5 * down(x, n - 1) + x : tenth(x, 3); }
static double down(double x, int n) { return n ? cos(x) * up(x, n - 1) : x * x; }

static double eighth(const double *a, int n) {
  double own[3]; /* new in each call */
  for (int i = 0; i < 3; i++)
    own[i] = a[i % n] * i;
  return up(own[1] + own[2], n);
}
static double seventh(double *a, int n) {
  a[0] *= 1.1;
  return eighth(a, n);
}
static double sixth(double *a, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += seventh(a, n);
  return sum;
}
static double fifth(double *a, int n) { return n > 1 ? sixth(a, n) : a[0]; }
static double fourth(double *a, int n) {
  double copy[3] = {a[0], a[1], a[2]};
  return fifth(copy, n) + copy[0];
}
static double third(double *a, int n) { return exp(-fabs(fourth(a, n))); }
static double second(double *a, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] > 5)
      return a[i];
  return third(a, n) + a[n - 1];
}
static double first(double *a, int n) { return second(a, n) * 2; }

PRIMAL(chain) {
  out[0] = first(in, (int)n);
  out[1] = in[0];
}

ORACLE(chain, 3, 2, 0.2, 1.2)

/* The derivative of a function with a rule is the rule's, however long the chain before it. */
APART static double rounded(double x) { return floor(x); }
static double rounded_tangent(double x, double dx) { return 7 * dx + 0 * x; }
void *__enzyme_register_derivative_rounded[] = {(void *)rounded, (void *)rounded_tangent};
static double h9(double x) { return rounded(x) + x; }
static double h8(double x) { return h9(2 * x); }
static double h7(double x) { return h8(x) + 1; }
static double h6(double x) { return h7(x) * 2; }
static double h5(double x) { return h6(x) + x; }
static double h4(double x) { return h5(x - 1); }
static double h3(double x) { return h4(x) * 3; }
static double h2(double x) { return h3(x); }
static double h1(double x) { return h2(x) + x; }
extern double __enzyme_fwddiff_h(void *, ...);

int main(void) {
  chain_oracle();
  CLOSE(h1(1.6), 3 * (2 * (1 + 1.2 + 1) + 0.6) + 1.6);
  CLOSE(__enzyme_fwddiff_h((void *)h1, 1.6, 1.0), 3 * (2 * (7 * 2 + 2) + 1) + 1);
  return oracle_exit();
}
