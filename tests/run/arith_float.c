/* The four operations in float. */
#define REAL float
#include "oracle.h"
PRIMAL(arith) {
  float x = in[0], y = in[1], z = in[2];
  out[0] = x + y * z - x / z;
  out[1] = -(x * x) / (y + 5 * z) + 3 / x;
}
ORACLE_MAIN(arith, 3, 2, 0.5, 2)
