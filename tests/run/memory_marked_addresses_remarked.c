// Marked addresses that a loop puts elsewhere, counted in a hash on the way, or with another mark.
#include "oracle.h"
typedef uintptr_t Word;

static Word hash;

static double value(Word word) { return *(double *)(word & ~(Word)7); }

__attribute__((noinline)) static void move(Word *to, const Word *from, size_t n) {
  for (size_t i = 0; i < n; i++) {
    hash += from[i] * 31;
    to[i] = from[i];
  }
}

__attribute__((noinline)) static void mark(Word *to, const Word *from, size_t n) {
  for (size_t i = 0; i < n; i++)
    to[i] = (from[i] & ~(Word)1) | 2 | (i & 1) << 2;
}

__attribute__((noinline)) static void add(Word *to, const Word *from, size_t n) {
  for (size_t i = 0; i < n; i++)
    to[i] = from[i] - 1 + (i & 3);
}

typedef void Put(Word *, const Word *, size_t);

static double sum_of(Put *put, const double *in, size_t n) {
  double squares[8], sum = 0;
  Word *words = malloc(2 * sizeof *words);
  for (size_t i = 0; i < n; i++)
    squares[i] = in[i] * in[i];
  for (size_t i = 0; i < n; i++) {
    words[0] = (Word)&squares[i] | 1, words[1] = (Word)&squares[1] | 1;
    Word *kept = malloc(2 * sizeof *kept);
    put(kept, words, 2);
    sum += value(kept[0]) * value(kept[1]);
    free(kept);
  }
  free(words);
  return sum;
}

PRIMAL(moved) { out[m - 1] += sum_of(move, in, n); }
PRIMAL(remarked) { out[m - 1] += sum_of(mark, in, n); }
PRIMAL(added) { out[m - 1] += sum_of(add, in, n); }
ORACLE(moved, 5, 1, .5, 2)
ORACLE(remarked, 5, 1, .5, 2)
ORACLE(added, 5, 1, .5, 2)
int main(void) {
  moved_oracle();
  remarked_oracle();
  added_oracle();
  return oracle_exit();
}
