/* Loops that never run, or run once. */
#include "oracle.h"
static double chain(const double *x, int count) {
  double y = x[0];
  for (int i = 0; i < count; i++)
    y = sin(y) * x[1];
  return y;
}
PRIMAL(zero) {
  volatile int none = 0, one = 1, negative = -3;
  out[0] = chain(in, none);
  out[1] = chain(in, one);
  out[2] = chain(in, negative);
}
ORACLE_MAIN(zero, 2, 3, 0.5, 2)
