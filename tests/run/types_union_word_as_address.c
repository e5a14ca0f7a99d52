/* A union of a number, a pointer, two numbers and an integer, which LLVM keeps in a register as an
 * address, whichever member it is. */
#include "oracle.h"
typedef struct {
  int tag;
  union {
    double number;
    double *place;
    struct {
      double a, b;
    } both;
    long long count;
  } is;
} Tagged;

PRIMAL(tagged) {
  for (size_t i = n; i-- > 0;) {
    Tagged values[4];
    for (int k = 0; k < 4; k++) {
      values[k].tag = (k + (int)i) % 4;
      switch (values[k].tag) {
      case 0: values[k].is.number = sin(0.5 * in[0] * in[k % 7]); break;
      case 1: values[k].is.place = &in[((int)i & 6) % 7]; break;
      case 2:
        values[k].is.both.a = -exp(0.7 * sin(out[(int)i % 4]));
        values[k].is.both.b = 0.25;
        break;
      default: values[k].is.count = k ^ (int)i;
      }
    }
    values[0] = values[1];
    for (int k = 0; k < 4; k++)
      switch (values[k].tag) {
      case 0: in[((int)i & 7) % 7] += 0.3 * values[k].is.number; break;
      case 1: out[0] += 0.3 * *values[k].is.place; break;
      case 2: in[2 * i % 7] += 0.3 * values[k].is.both.a * values[k].is.both.b; break;
      default: out[1] += 0.1 * (double)(values[k].is.count % 9) * in[0];
      }
  }
}
ORACLE_MAIN(tagged, 7, 4, 0.2, 1.4)
