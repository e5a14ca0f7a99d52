/* The caller owns the tape: augmentsize, allocated and tape. */
#include "oracle.h"
extern int enzyme_dup, enzyme_allocated, enzyme_tape;
extern size_t __enzyme_augmentsize_f(void *, ...);
extern void __enzyme_augmentfwd_f(void *, ...);
extern void __enzyme_reverse_f(void *, ...);
static void square(double *x, double *y) {
  double v = *x;
  *x = 0;
  *y = v * v;
}
int main(void) {
  double x = 3, dx = 0, y = 0, dy = 1;
  size_t size = __enzyme_augmentsize_f((void *)square, enzyme_dup, enzyme_dup);
  EXPECT(size > 0 && size < 1000);
  char tape[4096] __attribute__((aligned(64)));
  __enzyme_augmentfwd_f((void *)square, enzyme_allocated, 4096, enzyme_tape, tape, &x, &dx, &y,
                        &dy);
  CLOSE(y, 9);
  __enzyme_reverse_f((void *)square, enzyme_allocated, 4096, enzyme_tape, tape, &x, &dx, &y, &dy);
  CLOSE(dx, 6);
  return oracle_exit();
}
