// Blocks of numbers, of indices and of addresses that a program exchanges with each other, so that nothing tells
// which of them a word is in: functions get an index and count with it.
#include "oracle.h"
#include <stdlib.h>

struct block {
  void *data;
  size_t count;
};
static const double weights[] = {1, 0.5, 0.25, 2};

__attribute__((noinline)) static void exchange(struct block *a, struct block *b) {
  struct block kept = *a;
  *a = *b, *b = kept;
}
__attribute__((noinline)) static double *at(struct block *values, long index) {
  if ((size_t)index >= values->count)
    abort();
  return (double *)values->data + index;
}
__attribute__((noinline)) static double weight(long index) { return weights[index % 4]; }
__attribute__((noinline)) static double beside(const double *values, long index, long n) {
  long next = index + 1;
  return values[next < n ? next : index * 0];
}

PRIMAL(counted) {
  struct block blocks[3];
  for (int i = 0; i < 3; i++)
    blocks[i].data = malloc(8 * n), blocks[i].count = n;
  for (int round = 0; round < 3; round++) {
    struct block *numbers = &blocks[round], *indices = &blocks[(round + 1) % 3], *addresses = &blocks[(round + 2) % 3];
    for (size_t i = 0; i < n; i++) {
      ((double *)numbers->data)[i] = in[i] * in[0];
      ((long *)indices->data)[i] = (long)((i * 3 + 1) % n);
      ((double **)addresses->data)[i] = &in[i];
    }
    for (size_t j = 0; j < m; j++)
      out[j] = round ? out[j] : 0;
    for (size_t i = 0; i < n; i++) {
      long index = ((long *)indices->data)[i];
      out[i % m] += *at(numbers, index) * weight(index) * beside(in, index, (long)n) +
                    *((double **)addresses->data)[i];
    }
    exchange(&blocks[round], &blocks[(round + 1) % 3]);
    exchange(&blocks[0], &blocks[round]);
  }
  for (int i = 0; i < 3; i++)
    free(blocks[i].data);
}
ORACLE_MAIN(counted, 5, 3, 0.3, 1.4)
