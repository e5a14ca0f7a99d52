/* A tagged pair of floats or a pointer that functions in a table take and return by value. Those
 * have a variable of their own for it, whose type is the pointer's: they are called all the same.
 */
#define REAL float
#include "oracle.h"
// levels: O1 O2 O3 fast debug
typedef struct {
  int tag;
  union {
    float pair[2];
    REAL *at;
  } as;
} Tagged;
static Tagged twice(Tagged a) {
  if (a.tag == 0) {
    a.as.pair[0] *= 2;
    a.as.pair[1] *= 3;
  }
  return a;
}
static Tagged same(Tagged a) { return a; }
static Tagged (*table[2])(Tagged) = {twice, same};
static REAL value(Tagged a) { return a.tag ? a.as.at[0] : a.as.pair[0] + 4 * a.as.pair[1]; }

PRIMAL(calculate) {
  (void)n, (void)m;
  Tagged all[6];
  REAL box = in[1] * in[0];
  for (int i = 0; i < 6; i++) {
    all[i].tag = i % 3 == 1;
    if (all[i].tag)
      all[i].as.at = &box;
    else {
      all[i].as.pair[0] = in[0] * (REAL)i;
      all[i].as.pair[1] = in[1] * in[0];
    }
  }
  for (int i = 0; i < 6; i++)
    all[i] = table[i & 1](all[i]);
  for (int i = 0; i < 6; i++)
    out[0] += (REAL)(i + 1) * value(all[i]);
}
ORACLE_MAIN(calculate, 2, 1, 0.25, 0.5)
