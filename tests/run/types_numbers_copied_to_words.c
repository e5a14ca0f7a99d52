/* Doubles that are copied as a whole into an array of integers, permuted there, and copied back. */
#include "oracle.h"

PRIMAL(permuted) {
  uint64_t words[8], others[8];
  double numbers[8];
  for (size_t i = 0; i < n; i++)
    numbers[i] = in[i] * in[i];
  memcpy(words, numbers, n * sizeof *words);
  for (size_t i = 0; i < n; i++)
    others[i * 5 % n] = words[i];
  memcpy(numbers, others, n * sizeof *words);
  for (size_t i = 0; i < n; i++)
    out[0] += numbers[i] * (i + 2);
}
PRIMAL(on_heap) {
  uint32_t *words = (uint32_t *)malloc(n * sizeof *words);
  float *numbers = (float *)malloc(n * sizeof *numbers);
  for (size_t i = 0; i < n; i++)
    numbers[i] = (float)(in[i] * in[i]);
  memcpy(words, numbers, n * sizeof *words);
  for (size_t i = 0; i < n / 2; i++) {
    uint32_t word = words[i];
    words[i] = words[n - 1 - i];
    words[n - 1 - i] = word;
  }
  memcpy(numbers, words, n * sizeof *words);
  for (size_t i = 0; i < n; i++)
    out[0] += numbers[i] * (i + 2);
  free(words);
  free(numbers);
}
ORACLE(permuted, 6, 1, 0.5, 2.0)
ORACLE(on_heap, 6, 1, 0.5, 2.0)
int main(void) {
  permuted_oracle();
  oracle_precision = 1e-6;
  on_heap_oracle();
  return oracle_exit();
}
