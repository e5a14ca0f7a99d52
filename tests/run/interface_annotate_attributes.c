/* Attributes given in C by `annotate`. */
#include "oracle.h"
extern double __enzyme_autodiff(void *, double);
__attribute__((noinline, annotate("enzyme_inactive"))) double estimate(double x) { return 5 * x; }
__attribute__((noinline, annotate("enzyme_math=exp"))) double series(double x) {
  double sum = 1, term = 1;
  for (int i = 1; i < 40; i++)
    sum += term *= x / i;
  return sum;
}
__attribute__((annotate("enzyme_inactive"))) double last;
__attribute__((noinline)) static void remember(double x) { last = x * x; }
__attribute__((noinline)) static double recall(void) { return last; }
static double f(double x) {
  remember(x);
  return estimate(x) * x + series(2 * x) + recall();
}
int main(void) {
  CLOSE(__enzyme_autodiff((void *)f, 0.7), 3.5 + 2 * exp(1.4));
  return oracle_exit();
}
