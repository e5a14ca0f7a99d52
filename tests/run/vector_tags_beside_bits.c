// flags: -mavx2
/* Boxed values: tags, which are constants, beside the bits of numbers in one vector. */
#include "oracle.h"

typedef struct {
  uint64_t tag, bits;
} Value;

__attribute__((noinline)) static void box(Value *boxed, const uint64_t *words) {
  uint64_t first = words[0], second = words[1];
  boxed[0].tag = 1;
  boxed[0].bits = first;
  boxed[1].tag = 2;
  boxed[1].bits = second;
}
static double number(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

PRIMAL(boxed) {
  (void)n, (void)m;
  Value values[2];
  double numbers[2] = {in[0] * in[1], in[1] + in[0]};
  uint64_t words[2];
  memcpy(words, numbers, sizeof words);
  box(values, words);
  out[0] = number(values[0].bits) * number(values[1].bits) *
           (double)(values[0].tag + values[1].tag);
}
ORACLE_MAIN(boxed, 2, 1, 0.2, 1.5)
