/* Shuffles, insertions and extractions at constant and variable positions. */
#include "oracle.h"
typedef double Four __attribute__((vector_size(32)));
PRIMAL(shuffle) {
  Four a = {in[0], in[1], in[2], in[3]};
  Four reversed = __builtin_shufflevector(a, a, 3, 2, 1, 0);
  Four mixed = __builtin_shufflevector(a * a, reversed, 0, 5, 2, 7);
  mixed[n & 3] = in[1] * in[2];
  volatile int where = 2;
  out[0] = mixed[0] * mixed[where];
  out[1] = mixed[1] + mixed[3] * reversed[where];
}
ORACLE_MAIN(shuffle, 4, 2, 0.5, 2)
