/* Numbers that memcpy puts into arrays of integers, where they are moved as such, and sorted by the digits of
 * their bits. The source calls these words integers, as their digits are. */
#include "oracle.h"
PRIMAL(permuted) {
  uint64_t words[8], moved[8];
  for (size_t i = 0; i < n; i++) {
    double x = in[i] * in[i] + 0.1;
    memcpy(words + i, &x, sizeof x);
  }
  for (size_t i = 0; i < n; i++)
    moved[(i * 3 + 1) % n] = words[i];
  for (size_t i = 0; i < n; i++) {
    double x;
    memcpy(&x, moved + i, sizeof x);
    out[i % m] += x * in[i];
  }
}
PRIMAL(sorted) { /* positive numbers: their bits are in their order */
  uint64_t *words = malloc(n * sizeof *words), *moved = malloc(n * sizeof *moved);
  for (size_t i = 0; i < n; i++) {
    double x = in[i] * in[i] + 0.1 * (double)i;
    memcpy(&words[i], &x, sizeof x);
  }
  for (int shift = 0; shift < 64; shift += 4) {
    size_t starts[17] = {0};
    for (size_t i = 0; i < n; i++)
      starts[(words[i] >> shift & 15) + 1]++;
    for (int digit = 0; digit < 16; digit++)
      starts[digit + 1] += starts[digit];
    for (size_t i = 0; i < n; i++)
      moved[starts[words[i] >> shift & 15]++] = words[i];
    uint64_t *other = words;
    words = moved;
    moved = other;
  }
  for (size_t i = 0; i < n; i++) {
    double x;
    memcpy(&x, &words[i], sizeof x);
    out[i % m] += x * x * (double)(i + 1);
  }
  free(words);
  free(moved);
}
ORACLE(permuted, 7, 3, 0.2, 1.4)
ORACLE(sorted, 7, 3, 0.2, 1.4)
int main(void) {
  permuted_oracle();
  sorted_oracle();
  return oracle_exit();
}
