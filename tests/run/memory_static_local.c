/* Static local state: a counter, and a buffer. */
#include "oracle.h"
static double *buffer(void) {
  static double storage[3];
  return storage;
}
static double next(double x) {
  static int calls;
  calls++;
  buffer()[calls % 3] = x * x;
  return buffer()[calls % 3] + (calls > 0 ? x : 0);
}
PRIMAL(stateful) {
  double x = in[0];
  for (size_t i = 0; i < n; i++)
    x = next(x * in[i]);
  out[0] = x;
}
ORACLE_MAIN(stateful, 3, 1, 0.3, 0.9)
