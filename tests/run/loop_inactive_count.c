/* A count computed by an integer loop, which must not get reverse code but must be right. */
#include "oracle.h"
PRIMAL(bits) {
  double x = in[0];
  unsigned seed = 12345;
  for (int round = 0; round < 5; round++) {
    seed = seed * 1103515245u + 12345u;
    int ones = 0;
    for (unsigned s = seed; s; s &= s - 1)
      ones++;
    for (int i = 0; i < ones % 5; i++)
      x = x * 0.9 + in[1] * sin(x);
  }
  out[0] = x;
}
ORACLE_MAIN(bits, 2, 1, 0.5, 1.5)
