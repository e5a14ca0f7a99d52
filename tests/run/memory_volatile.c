/* volatile reads and writes are kept, and differentiated. */
#include "oracle.h"
PRIMAL(kept) {
  volatile double x = in[0];
  x = x * x;
  volatile int k = 2;
  out[0] = x * in[1] * k;
}
ORACLE_MAIN(kept, 2, 1, 0.5, 1.5)
