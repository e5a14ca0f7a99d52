/* Doubles copied byte by byte, which clang may turn into memcpy, or not. */
// levels: O1 O2 O3 fast raw
#include "oracle.h"
PRIMAL(travel) {
  double a[3];
  memcpy(a, in, sizeof a);
  unsigned char *to = (unsigned char *)out;
  const unsigned char *from = (const unsigned char *)a;
  a[1] = a[0] * a[2];
  for (size_t i = 0; i < 3 * sizeof(double); i++)
    to[i] = from[i];
}
ORACLE_MAIN(travel, 3, 3, 0.5, 1.5)
