/* Calls that are not inlined, in a loop, with loops of unknown count inside. */
#include "oracle.h"
__attribute__((noinline)) static double settle(double x, double *steps) {
  while (x > 1) {
    x *= 0.8;
    *steps += x;
  }
  return x;
}
PRIMAL(calls) {
  double steps = 0, x = in[0];
  for (size_t i = 0; i < n; i++)
    x = settle(x * in[i] + 1, &steps) + in[i];
  out[0] = x;
  out[1] = steps * x;
}
ORACLE_MAIN(calls, 6, 2, 0.5, 2.5)
