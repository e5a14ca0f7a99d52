/* Numbers in arrays of integers: how they are put there and taken out, LLVM writes as accesses of
 * doubles under the integer's name, and what moves from place to place stays an integer. */
#include "oracle.h"

__attribute__((noinline)) static double square(double x) { return x * x; }

enum { COUNT = 5 };
static void fill(uint64_t *words, const double *in) {
  for (int i = 0; i < COUNT; i++) {
    double x = square(in[i]);
    uint64_t word;
    memcpy(&word, &x, sizeof x);
    words[i] = word;
  }
}
static double sum(const uint64_t *words, const double *in, int count) {
  double total = 0;
  for (int i = 0; i < count; i++) {
    double x;
    memcpy(&x, &words[i], sizeof x);
    total += x * in[i];
  }
  return total;
}

PRIMAL(reversed) {
  uint64_t *words = malloc(COUNT * sizeof *words);
  fill(words, in);
  for (int i = 0; i < COUNT / 2; i++) {
    uint64_t word = words[i];
    words[i] = words[COUNT - 1 - i];
    words[COUNT - 1 - i] = word;
  }
  out[0] = sum(words, in, COUNT);
  free(words);
}
/* From one block into another, behind a word that is a number of words. */
PRIMAL(passed) {
  uint64_t *words = malloc(COUNT * sizeof *words), *others = malloc((COUNT + 1) * sizeof *words);
  fill(words, in);
  others[0] = in[0] > 1 ? COUNT : COUNT - 1;
  others[1] = words[4], others[2] = words[2], others[3] = words[0];
  others[4] = in[1] > 1 ? words[1] : words[3], others[5] = words[1];
  out[0] = sum(others + 1, in, (int)others[0]);
  free(words), free(others);
}
ORACLE(reversed, COUNT, 1, 0.5, 1.5)
ORACLE(passed, COUNT, 1, 0.5, 1.5)

int main(void) {
  reversed_oracle();
  passed_oracle();
  return oracle_exit();
}
