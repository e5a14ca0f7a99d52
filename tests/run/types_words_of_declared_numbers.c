/* Words whose bits are those of doubles, put in as words: LLVM loads the number as an integer, so that
 * nothing but what the source declares of both places tells. */
#include "oracle.h"
static double shared[4];
PRIMAL(words) {
  shared[0] = in[0];
  for (int k = 0; k < 2; k++) {
    uint64_t *held = malloc(5 * sizeof *held);
    for (int i = 0; i < 5; i++) {
      double x = out[k];
      uint64_t word;
      memcpy(&word, &x, sizeof x);
      held[i] = word;
    }
    if (shared[0] > 0.2 * k)
      held[0] = held[2];
    for (int i = 0; i < 5; i++) {
      double x;
      memcpy(&x, &held[i], sizeof x);
      shared[0] += 0.2 * x * in[i % 3];
    }
    free(held);
  }
  out[0] = shared[0];
}
ORACLE_MAIN(words, 3, 2, 0.2, 1.4)
