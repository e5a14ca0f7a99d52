/* The four operations and negation, in double. */
#include "oracle.h"
PRIMAL(arith) {
  double x = in[0], y = in[1], z = in[2];
  out[0] = x + y * z - x / z;
  out[1] = -(x * x) / (y - 5 * z) + 3 / x;
  out[2] = (x - y) * (x - y) - -z;
}
ORACLE_MAIN(arith, 3, 3, 0.5, 2)
