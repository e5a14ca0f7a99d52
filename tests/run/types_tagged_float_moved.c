/* A float or an integer, by its tag, in structures of one register that change places: LLVM reads
 * both out of the register, ahead of the test. */
#define REAL float
#include "oracle.h"
typedef struct {
  unsigned char tag;
  union {
    float number;
    int count;
  } as;
} Value;
PRIMAL(exchanged) {
  float weights[3] = {in[0], in[1], in[2]};
  Value values[4];
  for (int i = 0; i < 4; i++) {
    values[i].tag = (unsigned char)(i & 1);
    if (i & 1)
      values[i].as.count = i;
    else
      values[i].as.number = in[i] * in[0];
  }
  Value first = values[0];
  values[0] = values[3];
  values[3] = first;
  for (int i = 0; i < 4; i++)
    out[0] += values[i].tag ? values[i].as.count : values[i].as.number * weights[i % 3];
}
ORACLE_MAIN(exchanged, 4, 1, 0.5f, 1.5f)
