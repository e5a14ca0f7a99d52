/* Values with a tag that are made, swapped and read in one loop: LLVM keeps their words in
 * registers and chooses between the bits of a number, an address and a count, all of which it has
 * at hand as each of the three. */
#include "oracle.h"

typedef struct {
  int tag;
  union {
    double number;
    const double *place;
    long long count;
  } is;
} Tagged;

static Tagged tagged(int tag, const double *x, int i) {
  Tagged made;
  made.tag = tag;
  switch (tag) {
  case 0:
    made.is.number = sin(x[0]) * x[1];
    break;
  case 1:
    made.is.place = &x[i & 3];
    break;
  default:
    made.is.count = i & 6;
  }
  return made;
}

PRIMAL(swap) {
  for (int i = 0; i < 7; i++) {
    Tagged values[3] = {tagged(i % 3, in, i), tagged((i + 1) % 3, in + 1, i),
                        tagged((i + i / 2) % 3, in + 2, i)};
    Tagged moved = values[i % 3];
    values[i % 3] = values[(i + i) % 3];
    values[(i + i) % 3] = moved;
    for (int j = 0; j < 3; j++)
      switch (values[j].tag) {
      case 0:
        out[0] += 0.3 * values[j].is.number;
        break;
      case 1:
        in[j] += 0.3 * *values[j].is.place;
        break;
      default:
        in[1] *= 0.1 * (double)(values[j].is.count % 9 + 3);
      }
  }
  (void)n;
}
ORACLE_MAIN(swap, 6, 1, 0.5, 1.5)
