/* Functions that are not inlined write a second result where a pointer says so, and some of their
 * callers pass null for it, as special functions do for the derivative that distributions ask for. */
#include "oracle.h"

__attribute__((noinline)) static double tail(double a, double x, bool inverse, double *derivative) {
  double e = exp(-x) * pow(x, a);
  if (derivative) {
    *derivative = e;
    if (e > 1e10)
      *derivative /= x;
  }
  return inverse ? 1 - e : e;
}

static double by_recurrence(double a, double x, bool inverse, double *derivative) {
  if (a > 3 && !inverse)
    return by_recurrence(a - 1, x, inverse, nullptr) * x;
  if (inverse)
    return 1 - by_recurrence(a + 1, x, false, derivative);
  return tail(a, x, inverse, derivative);
}

PRIMAL(all) {
  (void)n, (void)m;
  double density, unused;
  out[0] += tail(in[0], in[1], true, nullptr) + tail(in[1], in[0], true, &unused);
  out[1] += tail(in[1], in[0], false, &density) * in[1];
  out[1] += density * in[0];
  out[0] += by_recurrence(in[0], in[1], true, nullptr);
  out[1] += by_recurrence(in[0] + 4, in[1], false, nullptr);
  out[1] += by_recurrence(in[0] + 1, in[1], true, &density) * density;
}
ORACLE_MAIN(all, 2, 2, 0.5, 1.5)
