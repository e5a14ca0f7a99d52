/* memset to zero ends the derivative of what was there. */
#include "oracle.h"
PRIMAL(clear) {
  out[0] = in[0] * in[1];
  memset(in, 0, 2 * sizeof *in);
  out[1] = in[0] + in[2] * in[1];
  memset(out + 2, 0, (m - 2) * sizeof *out);
  in[1] += in[2];
}
ORACLE_MAIN(clear, 3, 5, 0.5, 1.5)
