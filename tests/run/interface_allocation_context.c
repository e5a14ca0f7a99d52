/* allocation_like: allocators and releases that take more than the size and the block: a pool that
 * counts, in loops, through calls, released after the pool would be if order were not kept. */
#include "oracle.h"
typedef struct {
  int live, most;
} Pool;
__attribute__((noinline)) static void *pool_take(Pool *pool, size_t bytes, int line) {
  pool->live++;
  pool->most = pool->live > pool->most ? pool->live : pool->most;
  return malloc(bytes + (size_t)(line & 15));
}
__attribute__((noinline)) static void pool_give(void *block, Pool *pool) {
  pool->live--;
  free(block);
}
void *__enzyme_allocation_like_pool[] = {(void *)pool_take, (void *)1, (void *)"-1,0",
                                         (void *)pool_give};
static Pool root;
__attribute__((noinline)) static double smooth(Pool *pool, const double *x, size_t n) {
  double *copy = pool_take(pool, n * sizeof *copy, __LINE__), sum = 0;
  for (size_t i = 0; i < n; i++)
    copy[i] = x[i] * x[(i + 1) % n];
  for (size_t i = 0; i < n; i++)
    sum += sin(copy[i]) * x[i];
  pool_give(copy, pool);
  return sum;
}
PRIMAL(work) {
  for (size_t k = 0; k < m; k++) {
    double *state = pool_take(&root, n * sizeof *state, __LINE__);
    for (size_t i = 0; i < n; i++)
      state[i] = in[i] + k;
    while (state[0] < 3) {
      double *next = pool_take(&root, n * sizeof *next, __LINE__);
      for (size_t i = 0; i < n; i++)
        next[i] = state[i] * 1.3 + 0.1 * smooth(&root, state, n);
      pool_give(state, &root);
      state = next;
    }
    out[k] = state[0] * state[n - 1];
    pool_give(state, &root);
  }
}
/* The pool itself goes, behind what is in it. */
static double inner(double x) {
  Pool *pool = malloc(sizeof *pool);
  *pool = (Pool){0, 0};
  double *a = pool_take(pool, 2 * sizeof *a, 0);
  a[0] = x * x;
  a[1] = a[0] * x;
  double result = a[0] * a[1];
  pool_give(a, pool);
  free(pool);
  return result;
}
extern double __enzyme_autodiff_d(void *, ...);
extern double __enzyme_fwddiff_d(void *, ...);
ORACLE(work, 3, 2, 0.3, 1.2)
int main(void) {
  CLOSE(__enzyme_autodiff_d((void *)inner, 1.1), 5 * pow(1.1, 4));
  CLOSE(__enzyme_fwddiff_d((void *)inner, 1.1, 1.0), 5 * pow(1.1, 4));
  EXPECT(root.live == 0);
  EXPECT(work_oracle() == ORACLE_OK);
  EXPECT(root.live == 0 && root.most > 2);
  return oracle_exit();
}
