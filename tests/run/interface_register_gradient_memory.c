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

/* Rules that return a status, or NULL, where there are no adjoints to return. */
__attribute__((noinline)) static void halve_(double *x) { *x /= 2; }
static void *halve_augmented(double *x, double *dx) {
  *x /= 2;
  return NULL;
}
static void *halve_gradient(double *x, double *dx, void *tape) {
  *dx *= 7;
  return NULL;
}
void *__adcc_register_gradient_halve[] = {(void *)halve_, (void *)halve_augmented,
                                          (void *)halve_gradient};
static void g(double *x) {
  halve_(x);
  *x *= 3;
}

int main(void) {
  double x = 2, dx = 1;
  __enzyme_autodiff_f((void *)f, &x, &dx);
  CLOSE(x, 12);
  CLOSE(dx, 120);
  dx = 1;
  __enzyme_autodiff_f((void *)g, &x, &dx);
  CLOSE(x, 18);
  CLOSE(dx, 21);
  return oracle_exit();
}
