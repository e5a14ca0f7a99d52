/* A union of double and integer: the double travels as an integer. */
#include "oracle.h"
typedef union {
  double value;
  uint64_t bits;
  float halves[2];
} Word;
PRIMAL(travel) {
  Word words[3], moved[3];
  for (int i = 0; i < 3; i++)
    words[i].value = in[i] * in[i];
  for (int i = 0; i < 3; i++)
    moved[i].bits = words[2 - i].bits;
  out[0] = moved[0].value * moved[1].value + words[2].value;
  moved[1].halves[0] = 1.5f;
  out[1] = moved[1].halves[0] * in[0];
}
ORACLE_MAIN(travel, 3, 2, 0.5, 1.5)
