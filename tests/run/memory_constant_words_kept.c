/* Constant numbers that are written as words, bytes or members of a union, whose addresses lie beside those of active
 * memory: who has them from there finds one or the other. */
#include "oracle.h"
typedef union {
  double d;
  uint64_t u;
  unsigned char c[8];
} Word;
static const Word chosen[2] = {{.u = 0x3ff8000000000000}, {.d = 0.75}};
static const uint64_t words[3] = {0x3fe0000000000000, 0x3ff4000000000000, 0x4000000000000000};
static const unsigned char blob[16] = {0, 0, 0, 0, 0, 0, 0xf8, 0x3f, 0, 0, 0, 0, 0, 0, 0xe0, 0x3f};
struct source {
  const void *at;
  int kind;
};
static const struct source fixed[2] = {{words, 2}, {blob, 2}};

__attribute__((noinline)) static double number(const struct source *source, size_t i) {
  if (source->kind == 0)
    return ((const double *)source->at)[i];
  if (source->kind == 1)
    return ((const Word *)source->at)[i].d;
  double d;
  memcpy(&d, (const char *)source->at + 8 * i, sizeof d);
  return d;
}

PRIMAL(numbers) {
  (void)n;
  struct source sources[7] = {{in, 0},  {chosen, 1}, {words, 2}, {blob, 2},
                              {in, 1}, {in + 1, 2}, {in, 2}};
  for (size_t k = 0; k < m; k++) {
    out[k] += number(&sources[k % 7], k % 2) * in[0] + number(&sources[(k + 3) % 7], 0) * in[1];
    out[k] += number(k % 3 ? &fixed[k % 2] : &sources[6], 1) * in[2];
  }
}
ORACLE_MAIN(numbers, 4, 8, 0.4, 0.9)
