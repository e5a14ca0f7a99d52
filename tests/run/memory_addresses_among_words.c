/* Blocks of doubles that have addresses in some of their words grow by copies whose pointers are
 * declared to lead to doubles. */
#include "oracle.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  double *words;
  int count, capacity;
} Block;

static __attribute__((noinline)) void grow(Block *block) {
  int capacity = 2 * block->capacity;
  double *larger = malloc(capacity * sizeof(double));
  memcpy(larger, block->words, block->count * sizeof(double));
  free(block->words);
  block->words = larger;
  block->capacity = capacity;
}

static void add(Block *block, double number, double *place) {
  if (block->count + 2 > block->capacity)
    grow(block);
  block->words[block->count++] = number;
  *(double **)&block->words[block->count++] = place;
}

PRIMAL(block) {
  Block block = {malloc(2 * sizeof(double)), 0, 2};
  double places[5];
  for (int i = 0; i < 5; i++) {
    places[i] = in[i % 3] * in[(i + 1) % 3];
    add(&block, in[i % 3] * (i + 1), &places[i]);
  }
  double sum = 0;
  for (int i = 0; i < block.count; i += 2)
    sum += block.words[i] * **(double **)&block.words[i + 1];
  out[0] = sum;
  free(block.words);
}

ORACLE(block, 3, 1, 0.3, 1.5)
int main(void) {
  block_oracle();
  return oracle_exit();
}
