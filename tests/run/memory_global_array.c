/* A global that the primal writes and reads: its shadow is adcc's. */
#include "oracle.h"
static double scratch[4];
static const double table[4] = {0.5, -1.5, 2.0, 4.0};
static void store(const double *x) {
  for (int i = 0; i < 4; i++)
    scratch[i] = x[i] * table[i];
}
static double load(void) {
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum += scratch[i] * scratch[3 - i];
  return sum;
}
PRIMAL(global) {
  store(in);
  out[0] = load();
  scratch[1] = in[0] * out[0];
  out[1] = load();
}
ORACLE_MAIN(global, 4, 2, 0.5, 1.5)
