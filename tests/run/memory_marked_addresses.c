/* Addresses of numbers that are kept in arrays of integers with a mark in their low or high bits:
 * stored one after the other and read by turns, at places of their own, or the other way round, and
 * passed to a function that takes the mark off. */
#include "oracle.h"
typedef uintptr_t Word;

static Word marked(double *p) { return (Word)p | 1; }
static double *unmarked(Word word) { return (double *)(word & ~(Word)7); }
static double value(Word word) { return word & 1 ? *unmarked(word) : 0; }
__attribute__((noinline)) static double value_apart(Word word) { return value(word); }

PRIMAL(by_turns) {
  double squares[8], sum = 0;
  Word words[8];
  for (size_t i = 0; i < n; i++) {
    squares[i] = in[i] * in[i];
    words[i] = marked(&squares[i]);
  }
  Word kept = words[0];
  words[0] = words[5];
  words[5] = kept;
  for (size_t i = 0; i < n; i += 2)
    sum += value(words[i]) * (double)i + value_apart(words[i + 1]) * in[0];
  out[0] += sum + value(words[3]) * value_apart(words[0]);
}

typedef struct {
  Word word;
  int count;
} Counted;

PRIMAL(at_places) {
  double squares[8], sum = 0;
  Counted items[4];
  for (size_t i = 0; i < n; i++)
    squares[i] = in[i] * in[i];
  items[0] = (Counted){(Word)&squares[0] | (Word)5 << 48, 1};
  items[1] = (Counted){(Word)&squares[3] + 1, 2};
  items[2] = (Counted){(Word)&squares[5] | 2, 3};
  items[3] = items[1];
  for (size_t i = 0; i < n; i++) {
    Word word = items[i % 4].word & 0xfffffffffff8;
    sum += *(double *)word * in[i] * items[i % 4].count;
  }
  out[0] += sum;
}

ORACLE(by_turns, 8, 1, .5, 2)
ORACLE(at_places, 8, 1, .5, 2)
int main(void) {
  by_turns_oracle();
  at_places_oracle();
  return oracle_exit();
}
