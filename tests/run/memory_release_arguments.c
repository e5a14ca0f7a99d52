/* Releases that take more than the memory: a pool with its own bookkeeping. What the primal gives
 * back is kept until the reverse sweep has read it, and goes back to its pool all the same. */
#include "oracle.h"
#include <stdint.h>
typedef struct {
  int live;
  size_t bytes;
} Pool;
static Pool pool;
__attribute__((noinline)) void *pool_take(Pool *from, size_t bytes) {
  from->live++;
  from->bytes += bytes;
  return malloc(bytes);
}
__attribute__((noinline)) void pool_give(Pool *to, uint32_t bytes, void *memory) {
  to->live--;
  to->bytes -= bytes;
  free(memory);
}
void *__enzyme_allocation_like_pool[] = {(void *)pool_take, (void *)1, (void *)"0,1,-1",
                                         (void *)pool_give};

PRIMAL(pooled) {
  for (size_t i = 0; i < m; i++) {
    double *row = (double *)pool_take(&pool, n * sizeof *row);
    for (size_t j = 0; j < n; j++)
      row[j] = in[j] * in[j] + out[i] * (double)j;
    double sum = 0;
    for (size_t j = 0; j < n; j++)
      sum += row[j] * row[(j + i) % n];
    out[i] = sin(sum);
    pool_give(&pool, (uint32_t)(n * sizeof *row), row);
  }
}

ORACLE(pooled, 3, 2, 0.3, 0.9)

int main(void) {
  pooled_oracle();
  EXPECT(pool.live == 0 && pool.bytes == 0);
  return oracle_exit();
}
