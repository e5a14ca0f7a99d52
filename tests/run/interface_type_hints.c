/* Type hints on memory that says nothing itself; they leave no code. */
#include "oracle.h"
extern void __enzyme_autodiff_f(void *, ...);
extern void __enzyme_double(void *, size_t);
__attribute__((noinline)) static void copy(uint64_t *to, const uint64_t *from) { *to = *from; }
static void f(void *x, void *y) {
  __enzyme_double(x, sizeof(double));
  copy((uint64_t *)y, (const uint64_t *)x);
}
/* The hint is for more than there is. */
static void large(void *x, void *y) {
  __enzyme_double(x, 8 * 1000000);
  copy((uint64_t *)y, (const uint64_t *)x);
}
int main(void) {
  double x = 2, dx = 0, y = 0, dy = 1;
  __enzyme_autodiff_f((void *)f, &x, &dx, &y, &dy);
  CLOSE(dx, 1);
  CLOSE(y, 2);
  dx = 0, dy = 3;
  __enzyme_autodiff_f((void *)large, &x, &dx, &y, &dy);
  CLOSE(dx, 3);
  return oracle_exit();
}
