/* The counter is a pointer. */
#include "oracle.h"
PRIMAL(walk) {
  double product = 1;
  for (double *p = in, *end = in + n; p != end; ++p)
    product *= *p * *p;
  const double *q = in;
  while (q < in + n)
    product += exp(-*q++);
  out[0] = product;
}
ORACLE_MAIN(walk, 6, 1, 0.5, 1.5)
