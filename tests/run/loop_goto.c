/* Loops made of goto, reducible. */
#include "oracle.h"
PRIMAL(jumps) {
  size_t i = 0;
  double x = in[0];
again:
  x = sin(x) + in[i];
  if (++i < n)
    goto again;
  i = 0;
inner:
  x *= 1.1;
  i++;
  if (x < 3 && i < 40)
    goto inner;
  out[0] = x;
}
ORACLE_MAIN(jumps, 5, 1, 0.5, 1.5)
