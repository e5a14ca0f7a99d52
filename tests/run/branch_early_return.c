/* Returns from several places, in void and non-void functions. */
#include "oracle.h"
static double helper(double x, double y) {
  if (x < 0.8)
    return y;
  y *= x;
  if (y > 2)
    return y * y;
  return x + y;
}
PRIMAL(early) {
  out[0] = helper(in[0], in[1]) * helper(in[1], in[0]);
  if (in[2] < 1)
    return;
  out[1] = in[2] * in[0];
  if (in[3] < 1)
    return;
  out[0] *= in[3];
}
ORACLE_MAIN(early, 4, 2, 0.3, 1.9)
