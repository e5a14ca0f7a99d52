/* A union's word that is a number, a pointer, or the counter of a loop, which LLVM passes on as the
 * others: it is no address for that. */
#include "oracle.h"

typedef struct {
  int tag;
  union {
    double number;
    double *place;
    long long count;
  } is;
} Tagged;

PRIMAL(counter_in_union) {
  for (long long w = 0; w < 2; w++) {
    Tagged tagged[4];
    for (int i = 0; i < 4; i++) {
      tagged[i].tag = (i + (i + w)) % 4;
      switch (tagged[i].tag) {
      case 0:
        tagged[i].is.number = sin(in[i] * 0.43);
        break;
      case 1:
      case 2:
        tagged[i].is.place = &in[w % n];
        break;
      default:
        tagged[i].is.place = (double *)(intptr_t)w; /* a count that is kept as a pointer */
      }
    }
    Tagged moved = tagged[(w & 4) % 4];
    tagged[(w & 4) % 4] = tagged[(w + w) % 4];
    tagged[(w + w) % 4] = moved;
    for (int i = 0; i < 4; i++)
      switch (tagged[i].tag) {
      case 0:
        out[0] += 0.3 * tagged[i].is.number;
        break;
      case 1:
      case 2:
        out[1] += 0.3 * *tagged[i].is.place * in[2];
        break;
      default:
        out[2] *= 0.1 * (double)(tagged[i].is.count % 9) + 0.5;
      }
  }
  (void)m;
}
ORACLE_MAIN(counter_in_union, 5, 3, 0.2, 1.2)
