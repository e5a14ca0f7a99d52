/* Counts that lie in one block with numbers, and are added up by vectors: of a sum of integers that
 * only decides how far a loop goes, no derivative comes. */
#include "oracle.h"

typedef int Four __attribute__((vector_size(16), may_alias, aligned(4)));

PRIMAL(pool) {
  size_t kinds = n / 4;
  char *block = (char *)malloc(n * sizeof(double) + 4 * kinds * sizeof(int));
  double *numbers = (double *)block;
  for (size_t i = 0; i < n; i++)
    numbers[i] = in[i] * in[i];
  int *counts = (int *)(block + n * sizeof(double));
  for (size_t i = 0; i < 4 * kinds; i++)
    counts[i] = i % 3;
  Four sums = *(Four *)counts;
  for (size_t i = 1; i < kinds; i++)
    sums += *(Four *)(counts + 4 * i);
  int total = sums[0] + sums[1] + sums[2] + sums[3];
  total = total < (int)n ? total : (int)n;
  for (int i = 0; i < total; i++)
    out[i % 2] += numbers[i] * in[0];
  free(block);
}
ORACLE_MAIN(pool, 12, 2, 0.4, 1.4)
