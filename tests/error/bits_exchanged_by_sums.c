/* Numbers that memcpy puts into words, which are exchanged there by sums of their bits: what the source
 * calls integers are the bits of numbers, since nothing that counts is ever put there. */
// error: cannot tell what this computes: integer arithmetic on the bits of floating point
// levels: O0 O1
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int adcc_dup;
extern double __adcc_autodiff(void *, ...);

static double weighted(const double *in, size_t count) {
  double *numbers = malloc(count * sizeof *numbers), sum = 0;
  uint64_t *words = malloc(count * sizeof *words);
  for (size_t i = 0; i < count; i++)
    numbers[i] = in[i] * in[i];
  memcpy(words, numbers, count * sizeof *words);
  for (size_t i = 0, j = count - 1; i < j; i++, j--) {
    words[i] = words[i] + words[j];
    words[j] = words[i] - words[j];
    words[i] = words[i] - words[j];
  }
  memcpy(numbers, words, count * sizeof *words);
  for (size_t i = 0; i < count; i++)
    sum += numbers[i] * (double)(i + 1);
  free(words);
  free(numbers);
  return sum;
}

int main(void) {
  double in[4] = {1, 2, 3, 4}, d_in[4] = {0};
  __adcc_autodiff((void *)weighted, adcc_dup, in, d_in, (size_t)4);
  return 0;
}
