/* A series with powers by a library call. */
#include "oracle.h"
static double taylor_log(double x, int terms) {
  double sum = 0;
  for (int i = 1; i < terms; i++)
    sum += pow(x, i) / i;
  return sum;
}
PRIMAL(series) {
  volatile int terms = 40;
  out[0] = taylor_log(in[0], terms);
}
ORACLE_MAIN(series, 1, 1, 0.2, 0.6)
