/* Two floats that a program packs into one integer. Where one of them is constant it has no tangent,
 * though its bits are those of a number; and the integers change places under their own name. */
#include "oracle.h"
static uint64_t pack(float low, float high) {
  uint32_t bits[2];
  memcpy(&bits[0], &low, 4);
  memcpy(&bits[1], &high, 4);
  return bits[0] | (uint64_t)bits[1] << 32;
}
static float half_of(uint64_t word, int shift) {
  uint32_t bits = (uint32_t)(word >> shift);
  float number;
  memcpy(&number, &bits, 4);
  return number;
}
static const volatile float weights[3] = {1.5f, 2, 3};

PRIMAL(constant) {
  uint64_t words[8];
  for (size_t i = 0; i < n; i++) {
    words[2 * i] = pack((float)in[i], 2);
    words[2 * i + 1] = pack(3, (float)in[i]);
  }
  for (size_t i = 0; i < 2 * n; i++)
    out[0] += (double)half_of(words[i], 0) * half_of(words[i], 32);
}

PRIMAL(inactive) {
  uint64_t words[4];
  for (size_t i = 0; i < n; i++)
    words[i] = pack(weights[i % 3], (float)in[i]);
  for (size_t i = 0; i < n; i++)
    out[0] += (double)half_of(words[i], 0) * half_of(words[i], 32);
}

PRIMAL(exchanged) {
  uint64_t words[4];
  for (size_t i = 0; i < n; i++)
    words[i] = pack((float)(in[i] * in[i]), (float)in[(i + 1) % n]);
  uint64_t first = words[0];
  words[0] = words[2];
  words[2] = first;
  for (size_t i = 0; i < n; i++)
    out[0] += (double)half_of(words[i], 0) * half_of(words[i], 32) * (double)(i + 1);
}

ORACLE(constant, 4, 1, 0.5, 1.5)
ORACLE(inactive, 4, 1, 0.5, 1.5)
ORACLE(exchanged, 4, 1, 0.5, 1.5)
int main(void) {
  oracle_precision = 6e-8;
  constant_oracle();
  inactive_oracle();
  exchanged_oracle();
  return oracle_exit();
}
