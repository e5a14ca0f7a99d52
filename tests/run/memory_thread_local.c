/* A thread-local global. */
#include "oracle.h"
static _Thread_local double scratch[2];
PRIMAL(local) {
  scratch[0] = in[0] * in[1];
  scratch[1] = scratch[0] * scratch[0];
  out[0] = scratch[1] + in[0];
}
ORACLE_MAIN(local, 2, 1, 0.5, 1.5)
