/* Scatter and gather by an integer array that changes while it is used. */
#include "oracle.h"
PRIMAL(permute) {
  int where[8];
  for (int i = 0; i < 8; i++)
    where[i] = (i * 5 + 2) % 8;
  for (int i = 0; i < 8; i++) {
    in[where[i]] = in[where[i]] * in[i] + in[where[(i + 1) % 8]];
    int t = where[i];
    where[i] = where[7 - i];
    where[7 - i] = t;
  }
  for (int i = 0; i < 8; i++)
    out[where[i] & 3] += in[i] * in[where[i]];
}
ORACLE_MAIN(permute, 8, 4, 0.3, 1)
