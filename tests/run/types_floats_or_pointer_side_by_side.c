/* A pair of floats or a pointer, which small functions take and return by value, as a pointer. LLVM
 * moves several of them as a vector of pointers, of which it makes a vector of floats. */
#define REAL float
#include "oracle.h"
#include <stdlib.h>
typedef union {
  REAL *at;
  float pair[2];
} Slot;
static Slot pass(Slot s) { return s; }
static REAL value(Slot s) { return s.pair[0] + 2 * s.pair[1]; }

PRIMAL(calculate) {
  (void)n, (void)m;
  Slot *all = malloc(4 * sizeof *all);
  REAL box = in[1] * in[0];
  for (int i = 0; i < 3; i++) {
    all[i].pair[0] = in[0] * (REAL)i;
    all[i].pair[1] = in[1] * in[0];
  }
  all[3].at = &box;
  for (int i = 0; i < 3; i++)
    all[i] = pass(all[(i + 1) % 3]);
  for (int i = 0; i < 3; i++)
    out[0] += (REAL)(i + 1) * value(all[i]);
  out[0] += *pass(all[3]).at;
  free(all);
}
ORACLE_MAIN(calculate, 2, 1, 0.25, 0.5)
