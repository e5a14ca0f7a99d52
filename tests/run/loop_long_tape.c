/* Many iterations of unknown number: more than one chunk of tape. */
#include "oracle.h"
PRIMAL(orbit) {
  double x = in[0], y = in[1];
  volatile int stop = 200000;
  int i = 0;
  while (i < stop) {
    double t = x - 1e-5 * sin(y) * x;
    y = y + 1e-5 * t * y;
    x = t;
    i += 1 + (i % 7 == 0);
  }
  out[0] = x * y;
}
ORACLE_MAIN(orbit, 2, 1, 0.5, 1)
