/* Two breaks, a return from the middle and the ordinary exit, to different places. */
#include "oracle.h"
static double search(const double *x, size_t n, double limit) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    sum += x[i] * x[i];
    if (sum > limit)
      return sum * x[0];
    if (x[i] > 1.45)
      break;
    sum = sum * 0.9 + sin(x[i]);
    if (sum < 0.3)
      goto low;
  }
  return sum * sum;
low:
  return -sum;
}
PRIMAL(exits) {
  for (size_t i = 0; i < m; i++)
    out[i] = search(in, n, 1.0 + 2 * i);
}
ORACLE_MAIN(exits, 8, 6, 0.3, 1.5)
