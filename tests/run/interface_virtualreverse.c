/* virtualreverse: from a function to its shadow, which holds both halves for indirect calls. */
#include "oracle.h"
extern void *__enzyme_virtualreverse(void *);
extern int enzyme_dup;
extern double __enzyme_autodiff_v(void *, ...);
static double square(double x) { return x * x; }
typedef struct {
  double (*f)(double);
} Object;
__attribute__((noinline)) static double use(Object *o, double *x) { return o->f(*x) * 2; }
int main(void) {
  Object object = {square}, shadow = {(double (*)(double))__enzyme_virtualreverse((void *)square)};
  double x = 3, dx = 0;
  __enzyme_autodiff_v((void *)use, enzyme_dup, &object, &shadow, enzyme_dup, &x, &dx);
  CLOSE(dx, 12);
  return oracle_exit();
}
