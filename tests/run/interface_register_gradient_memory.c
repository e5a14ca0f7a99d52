/* register_gradient on pointers: each non-floating-point parameter with its shadow. */
#include "oracle.h"
extern void __enzyme_autodiff_f(void *, ...);
__attribute__((noinline)) static void square_(double *x) { *x = *x * *x; }
static void *augmented(double *x, double *dx) {
  double *tape = (double *)malloc(sizeof *tape);
  *tape = *x;
  *x = *x * *x;
  return tape;
}
static void gradient(double *x, double *dx, void *tape) {
  *dx *= 20 * *(double *)tape;
  free(tape);
}
void *__adcc_register_gradient_square[] = {(void *)square_, (void *)augmented, (void *)gradient};
static void f(double *x) {
  square_(x);
  *x *= 3;
}
int main(void) {
  double x = 2, dx = 1;
  __enzyme_autodiff_f((void *)f, &x, &dx);
  CLOSE(x, 12);
  CLOSE(dx, 120);
  return oracle_exit();
}
