/* In forward mode a union of a double and a float may go through a recursion by value. */
#include "oracle.h"
typedef union { double wide; float narrow; } Number;
__attribute__((noinline)) static Number walk(Number n, int depth, int narrow) {
  if (depth == 0) return n;
  Number next;
  if (narrow) next.narrow = n.narrow * n.narrow * 0.5f;
  else next.wide = sin(n.wide);
  if (depth == 3) return walk(next, depth - 2, narrow);
  return walk(next, depth - 1, narrow);
}
static double sum(const double *x, const int *kinds, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    Number m;
    if (kinds[i]) m.narrow = (float)x[i]; else m.wide = x[i];
    m = walk(m, 4, kinds[i]);
    s += kinds[i] ? m.narrow : m.wide;
  }
  return s;
}
extern double __enzyme_fwddiff_sum(void *, ...);
int main(void) {
  double x[6] = {1, 1.5, 0.5, 2, 0.75, 1.25};
  int kinds[6] = {0, 1, 1, 0, 1, 0};
  for (int i = 0; i < 6; i++) {
    double t[6] = {i == 0, i == 1, i == 2, i == 3, i == 4, i == 5};
    double h = kinds[i] ? 1e-2 : 1e-6, v = x[i];
    x[i] = v + h; double up = sum(x, kinds, 6);
    x[i] = v - h; double down = sum(x, kinds, 6);
    x[i] = v;
    double expected = (up - down) / (2 * h);
    CLOSE_TO(__enzyme_fwddiff_sum((void *)sum, adcc_dup, x, t, adcc_const, kinds, 6), expected, kinds[i] ? 1e-3:1e-6);
  }
  return oracle_exit();
}
