/* Two floats in one integer of an array: moved as a whole, exchanged, sorted, their halves put
 * together anew. The source calls all of it integers. */
#include "oracle.h"

static uint64_t pack(float high, float low) {
  uint32_t bits[2];
  memcpy(&bits[1], &high, 4);
  memcpy(&bits[0], &low, 4);
  return (uint64_t)bits[1] << 32 | bits[0];
}
static float number(uint32_t bits) {
  float value;
  memcpy(&value, &bits, 4);
  return value;
}
static float high(uint64_t word) { return number((uint32_t)(word >> 32)); }
static float low(uint64_t word) { return number((uint32_t)word); }
static void fill(uint64_t *words, const double *in, size_t n) {
  for (size_t i = 0; i < n; i++)
    words[i] = pack((float)in[i], (float)(in[i] * in[(i + 1) % n]));
}
static double sum(const uint64_t *words, size_t n) {
  double total = 0;
  for (size_t i = 0; i < n; i++)
    total += (double)high(words[i]) * (i + 1) + (double)low(words[i]) * 3;
  return total;
}

PRIMAL(moved) {
  uint64_t words[8], others[8];
  fill(words, in, n);
  for (size_t i = 0; i < n; i++)
    others[i] = words[n - 1 - i];
  out[0] += sum(others, n);
}
PRIMAL(sorted) {
  uint64_t *words = (uint64_t *)malloc(n * sizeof *words);
  fill(words, in, n);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j + 1 < n; j++)
      if (high(words[j]) > high(words[j + 1])) {
        uint64_t word = words[j];
        words[j] = words[j + 1];
        words[j + 1] = word;
      }
  out[0] += sum(words, n);
  free(words);
}
PRIMAL(packed_anew) {
  uint64_t words[8];
  fill(words, in, n);
  for (size_t i = 0; i < n; i++)
    words[i] = pack(low(words[i]) * 2, high(words[i]));
  out[0] += sum(words, n);
}
PRIMAL(masked) {
  uint64_t words[8];
  fill(words, in, n);
  for (size_t i = 0; i < n; i++)
    words[i] = (words[i] & 0xffffffff00000000u) | (words[(i + 1) % n] & 0xffffffffu);
  out[0] += sum(words, n);
}
PRIMAL(halves_exchanged) {
  uint64_t words[8];
  fill(words, in, n);
  for (size_t i = 0; i < n; i++)
    words[i] = words[i] << 32 | words[i] >> 32;
  out[0] += sum(words, n);
}
PRIMAL(joined) {
  uint32_t halves[16];
  uint64_t words[8];
  for (size_t i = 0; i < n; i++) {
    float a = (float)in[i], b = (float)(in[i] * in[(i + 1) % n]);
    memcpy(&halves[2 * i], &a, 4);
    memcpy(&halves[2 * i + 1], &b, 4);
  }
  for (size_t i = 0; i < n; i++)
    words[i] = (uint64_t)halves[2 * i] << 32 | halves[2 * i + 1];
  out[0] += sum(words, n);
}
ORACLE(moved, 6, 1, 0.5, 2.0)
ORACLE(sorted, 6, 1, 0.5, 2.0)
ORACLE(packed_anew, 6, 1, 0.5, 2.0)
ORACLE(masked, 6, 1, 0.5, 2.0)
ORACLE(halves_exchanged, 6, 1, 0.5, 2.0)
ORACLE(joined, 6, 1, 0.5, 2.0)
int main(void) {
  oracle_precision = 1e-6;
  moved_oracle();
  sorted_oracle();
  packed_anew_oracle();
  masked_oracle();
  halves_exchanged_oracle();
  joined_oracle();
  return oracle_exit();
}
