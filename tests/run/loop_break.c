/* A loop left from the middle, on data. */
#include "oracle.h"
PRIMAL(until) {
  double sum = 0, term = 1;
  for (size_t i = 0; i < n; i++) {
    sum += term;
    term *= in[i];
    if (sum > 4)
      break;
    sum *= 1.01;
  }
  out[0] = sum * term;
}
ORACLE_MAIN(until, 12, 1, 0.6, 1.4)
