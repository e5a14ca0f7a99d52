/* Tail recursion with an accumulator. */
#include "oracle.h"
static double fold(const double *x, size_t n, double sum) {
  if (!n)
    return sum;
  return fold(x + 1, n - 1, sum * 0.5 + x[0] * x[0]);
}
PRIMAL(tail) { out[0] = fold(in, n, 1); }
ORACLE_MAIN(tail, 8, 1, 0.5, 1.5)
