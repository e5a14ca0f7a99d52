/* The bits of a number, counted as one: the fraction among them has a derivative. */
// error: integer arithmetic on the bits
#include <stdint.h>
extern double __adcc_autodiff(void *, ...);
static double fast_logarithm(double x) {
  union {
    double number;
    uint64_t bits;
  } pun = {x};
  return (double)pun.bits * 2.220446049250313e-16 - 1022.94269504;
}
double f(double x) { return fast_logarithm(x) * x; }
double df(double x) { return __adcc_autodiff((void *)f, x); }
