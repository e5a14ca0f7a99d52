/* call_inactive and ignore_derivatives of every kind: functions on memory, through pointers, of structures and
 * floats, in recursion, in lanes, in two halves; what they write carries no derivative. */
#include "oracle.h"
extern int enzyme_dup, enzyme_const, enzyme_out, enzyme_width;
struct Half {
  void *tape;
  double value;
};
struct Two {
  double a, b;
};
struct Four {
  double xs[2], ys[2];
};
extern "C" {
Four __enzyme_autodiff_4(void *, ...);
double __enzyme_autodiff(void *, ...);
Two __enzyme_autodiff_2(void *, ...);
double __enzyme_fwddiff(void *, ...);
Half __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
double __enzyme_call_inactive(void *, ...);
void __enzyme_call_inactive_v(void *, ...);
Two __enzyme_call_inactive_2(void *, ...);
double __enzyme_ignore_derivatives(double);
float __enzyme_ignore_derivatives_f(float);
double *__enzyme_ignore_derivatives_p(double *);
}
static int calls;
__attribute__((noinline)) static void smooth(double *y, const double *x, int n) {
  calls++;
  for (int i = 0; i < n; i++)
    y[i] = 0.5 * (x[i] + x[(i + 1) % n]);
}
static Two pair(double x) { return {x, x * x}; }
static double table_sum(double (*const *table)(double), double x) { return table[0](x) + table[1](x); }
static double (*const table[])(double) = {sin, cos};
__attribute__((noinline)) static double descend(double x, int depth) {
  if (!depth)
    return x;
  double scale = __enzyme_ignore_derivatives(x * x + depth);
  float single = __enzyme_ignore_derivatives_f((float)x);
  return scale * descend(x * 0.9, depth - 1) + single * x;
}
static double hand(double x, double dx, int depth, double *value) {
  if (!depth)
    return *value = x, dx;
  double inner, dinner = hand(x * 0.9, dx * 0.9, depth - 1, &inner);
  *value = (x * x + depth) * inner + (float)x * x;
  return (x * x + depth) * dinner + (float)x * dx;
}
static double f(double x, double y) {
  double work[3] = {x, y, x * y}, smoothed[3];
  __enzyme_call_inactive_v((void *)smooth, smoothed, work, 3);
  double sum = 0;
  for (int i = 0; i < 3; i++)
    sum += smoothed[i] * work[i];
  Two two = __enzyme_call_inactive_2((void *)pair, x);
  double t = __enzyme_call_inactive((void *)table_sum, table, y);
  return sum + two.a * x + two.b * y + t * x * y + descend(x, 3);
}
int main() {
  double x = 0.8, y = 1.3, w[3] = {x, y, x * y}, s[3], value;
  smooth(s, w, 3);
  double t = sin(y) + cos(y);
  double dx = s[0] + s[2] * y + x + t * y + hand(x, 1, 3, &value), dy = s[1] + s[2] * x + x * x + t * x;
  Two r = __enzyme_autodiff_2((void *)f, x, y);
  CLOSE(r.a, dx);
  CLOSE(r.b, dy);
  CLOSE(__enzyme_fwddiff((void *)f, x, 1.0, y, 0.0), dx);
  CLOSE(__enzyme_fwddiff((void *)f, x, 0.0, y, 2.0), 2 * dy);
  Four four = __enzyme_autodiff_4((void *)f, enzyme_width, 2, x, y);
  CLOSE(four.xs[1], dx);
  CLOSE(four.ys[0], dy);
  Half half = __enzyme_augmentfwd((void *)f, enzyme_out, x, enzyme_const, y);
  CLOSE(half.value, f(x, y));
  CLOSE(__enzyme_reverse((void *)f, enzyme_out, x, enzyme_const, y, 3.0, half.tape), 3 * dx);
  EXPECT(calls >= 6);
  return oracle_exit();
}
