/* allocation_like: a custom allocator without a body, known by its size argument and its free. */
#include "oracle.h"
extern double __enzyme_autodiff_f(void *, ...);
static int live;
__attribute__((noinline)) void *take(int id, size_t size) {
  live++;
  return malloc(size);
}
__attribute__((noinline)) void give(void *p) {
  live--;
  free(p);
}
void *__enzyme_allocation_like_take[] = {(void *)take, (void *)1, (void *)"-1", (void *)give};
static double f(double x) {
  double *p = (double *)take(7, 2 * sizeof *p);
  p[0] = x * x;
  p[1] = p[0] * x;
  double result = p[0] + p[1];
  give(p);
  return result;
}
int main(void) {
  CLOSE(__enzyme_autodiff_f((void *)f, 2.0), 4 + 12);
  EXPECT(live == 0);
  return oracle_exit();
}
