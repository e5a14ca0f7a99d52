/* The two halves of a void function: only the tape comes back. */
#include "oracle.h"
extern int enzyme_dup;
extern void *__enzyme_augmentfwd_v(void *, ...);
extern void __enzyme_reverse_v(void *, ...);
static void f(double *x, double *y) {
  *y = *x * *x;
  *x = sin(*y);
}
int main(void) {
  double x = 1.5, dx = 2, y = 0, dy = 3;
  void *tape = __enzyme_augmentfwd_v((void *)f, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy);
  CLOSE(y, 2.25);
  CLOSE(x, sin(2.25));
  __enzyme_reverse_v((void *)f, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy, tape);
  CLOSE(dx, (3 + 2 * cos(2.25)) * 3);
  CLOSE(dy, 0);
  return oracle_exit();
}
