/* Iterations that are skipped, on data and on the counter. */
#include "oracle.h"
PRIMAL(skip) {
  double x = 0.5;
  for (size_t i = 0; i < n; i++) {
    if (i % 3 == 1)
      continue;
    x = x * 0.5 + in[i] * x;
    if (in[i] < 1)
      continue;
    x = cos(x) + in[i];
  }
  out[0] = x;
}
ORACLE_MAIN(skip, 10, 1, 0.5, 1.5)
