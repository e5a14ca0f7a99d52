/* Characters that are swapped next to each other: blocks that meet do not change places, though
 * each character does. Nor do characters that are swapped in no order. */
#include "oracle.h"

static __attribute__((noinline)) void bring_first_to_end(unsigned char *keys) {
  for (int i = 0; i < 7; i++) {
    unsigned char key = keys[i];
    keys[i] = keys[i + 1];
    keys[i + 1] = key;
  }
}
static __attribute__((noinline)) void exchange_three(unsigned char *a, unsigned char *b) {
  static const int order[3] = {5, 6, 5};
  for (int i = 0; i < 3; i++) {
    unsigned char key = a[order[i]];
    a[order[i]] = b[order[i]];
    b[order[i]] = key;
  }
}

PRIMAL(swapped) {
  (void)n, (void)m;
  unsigned char keys[8] = {0, 1, 2, 3, 1, 2, 0, 1}, other[8] = {3, 3, 3, 3, 3, 1, 2, 3};
  bring_first_to_end(keys);
  exchange_three(keys, other);
  for (int i = 0; i < 8; i++)
    out[0] += in[keys[i]] * in[other[i]] * (i + 1);
}
ORACLE_MAIN(swapped, 4, 1, 0.5, 1.5)
