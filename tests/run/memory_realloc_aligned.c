/* Blocks of an alignment that realloc lets grow: it copies all that the allocator gave, of which the shadow
 * must be clear, too. */
#include "oracle.h"
#include <stdlib.h>

/* Leaves something in the blocks that the allocator gives next. */
static double leave(const double *in, size_t n, int round) {
  double *block = malloc((size_t)(64 + round));
  for (size_t i = 0; i < 8; i++)
    block[i] = in[i % n] * 3;
  double left = block[round % 8];
  free(block);
  return left;
}

static double grow(double *block, size_t have, const double *in, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < have; i++)
    block[i] = in[i % n] * (double)(i + 1);
  block = realloc(block, (have + 9) * sizeof *block);
  for (size_t i = have; i < have + 9; i++)
    block[i] = in[i % n] + block[i - 1];
  for (size_t i = 0; i < have + 9; i++)
    sum += block[i] * block[i];
  free(block);
  return sum;
}

PRIMAL(aligned) {
  for (int round = 0; round < 20; round++) {
    size_t have = 2 * (size_t)(1 + round % 5);
    out[0] += leave(in, n, round);
    out[0] += grow(aligned_alloc(16, have * sizeof(double)), have, in, n);
    out[1 % m] += leave(in, n, round);
    void *block = NULL;
    if (posix_memalign(&block, 16, have * sizeof(double)) == 0)
      out[1 % m] += grow(block, have, in, n);
  }
}
ORACLE_MAIN(aligned, 5, 2, 0.5, 2.0)
