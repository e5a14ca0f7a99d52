/* do-while, which runs at least once; the count depends on data. */
#include "oracle.h"
PRIMAL(shrink) {
  double x = in[0], y = 0;
  do {
    y += x * in[1];
    x = x * x * 0.3;
  } while (x > 0.01);
  out[0] = y;
}
ORACLE_MAIN(shrink, 2, 1, 0.5, 2)
