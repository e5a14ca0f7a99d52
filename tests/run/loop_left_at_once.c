#include "oracle.h"
/* Where there are no rows, what says how often the inner loop runs is any number: it asks for no tape. */
__attribute__((noinline)) static double nest(const double *x, long rows, int n) {
  double s = 1, t = 1;
  long i = 0;
  for (;;) {
    for (int k = 0; k < n; k++)
      t = sin(t) * x[k] + cos(2 * t);
    if (i >= rows) break;
    long j = rows - 4;
    do
      s = sin(s * x[j]) + cos(s + x[i % n]);
    while (--j != 0);
    i++;
  }
  return s + t;
}
PRIMAL(zero) {
  volatile long none = 0, five = 5, seven = 7;
  out[0] = nest(in, none, 4);
  out[1] = nest(in, five, 4);
  out[2] = nest(in, seven, 4);
}
ORACLE_MAIN(zero, 4, 3, 0.5, 2)
