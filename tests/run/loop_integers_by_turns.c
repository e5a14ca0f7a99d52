/* Integers that take each other's place in a loop, around and around: what holds the bits of numbers is
 * looked for among them, and found nowhere. */
#include "oracle.h"

PRIMAL(ranks) {
  int order[8], first = 0, second = 1, third = 2;
  for (size_t i = 0; i < n; i++) {
    if (in[first] > in[second]) {
      int kept = first;
      first = second;
      second = kept;
    }
    if (in[second] > in[third]) {
      int kept = second;
      second = third;
      third = kept;
    }
    order[i] = in[i] > 1 ? first : third;
  }
  for (size_t i = 0; i < n; i++)
    out[0] += in[order[i]] * in[i] * (double)(i + 1);
}

ORACLE_MAIN(ranks, 6, 1, 0.5, 1.5)
