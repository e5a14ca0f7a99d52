/* The four operations in quadruple precision, which are library calls on x86. */
#define REAL __float128
#include "oracle.h"
PRIMAL(arith) {
  __float128 x = in[0], y = in[1], z = in[2];
  out[0] = x + y * z - x / z;
  out[1] = (double)x * (x - y) + -z;
}
ORACLE_MAIN(arith, 3, 2, 0.5, 2)
