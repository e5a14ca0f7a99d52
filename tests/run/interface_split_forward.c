/* fwdsplit: tangents from the tape of augmentfwd, after the inputs were overwritten. */
#include "oracle.h"
extern int enzyme_dup, enzyme_nofree, enzyme_allocated, enzyme_tape;
extern void __enzyme_augmentfwd_f(void *, ...);
extern void __enzyme_fwdsplit_f(void *, ...);
static void square(double *x, double *y) { *y = *x * *x; }
int main(void) {
  double x = 3, dx = 2, y = 0, dy = 0;
  char tape[1024] __attribute__((aligned(64)));
  __enzyme_augmentfwd_f((void *)square, enzyme_allocated, 1024, enzyme_tape, tape, enzyme_nofree,
                        &x, &dx, &y, &dy);
  CLOSE(y, 9);
  __enzyme_fwdsplit_f((void *)square, enzyme_allocated, 1024, enzyme_tape, tape, enzyme_nofree, &x,
                      &dx, &y, &dy);
  CLOSE(dy, 12);
  dx = 3; /* the last call, without nofree, releases what the tape holds */
  __enzyme_fwdsplit_f((void *)square, enzyme_allocated, 1024, enzyme_tape, tape, &x, &dx, &y, &dy);
  CLOSE(dy, 18);
  return oracle_exit();
}
