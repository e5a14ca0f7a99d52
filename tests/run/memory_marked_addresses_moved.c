// Marked addresses that a loop moves as words out of a block which holds pointers at other times,
// into one where single words are made pointers again.
#include "oracle.h"
typedef uintptr_t Word;

typedef struct {
  double *first, *second;
  long count;
} Plain;

typedef struct {
  Word words[2];
  long count;
} Marked;

typedef struct {
  void *free[2];
  int count;
} Pool;

static void *take(Pool *pool) {
  return pool->count ? pool->free[--pool->count] : malloc(sizeof(Plain));
}
static void give(Pool *pool, void *block) { pool->free[pool->count++] = block; }

static Word marked(double *p) { return (Word)p | 1; }
static double value(Word word) { return *(double *)(word & ~(Word)7); }

__attribute__((noinline)) static void move(Word *to, const Word *from, long n) {
  for (long i = 0; i < n && from[i]; i++)
    to[i] = from[i];
}

PRIMAL(pooled) {
  double squares[8], sum = 0;
  Word *kept[8];
  Pool pool = {.count = 0};
  for (size_t i = 0; i < n; i++)
    squares[i] = in[i] * in[i];
  for (size_t i = 0; i < n; i++) {
    Plain *plain = take(&pool);
    *plain = (Plain){&squares[i], &squares[0], (long)i};
    sum += *plain->first * *plain->second * (double)plain->count;
    give(&pool, plain);
    Marked *words = take(&pool);
    words->words[0] = marked(&squares[i]), words->words[1] = marked(&squares[1]);
    words->count = (long)(1 + m);
    kept[i] = calloc(2, sizeof **kept);
    move(kept[i], words->words, words->count);
    give(&pool, words);
  }
  for (size_t i = 0; i < n; i++) {
    sum += value(kept[i][0]) * value(kept[i][1]);
    free(kept[i]);
  }
  free(take(&pool));
  out[0] += sum;
}
ORACLE_MAIN(pooled, 6, 1, .5, 2)
