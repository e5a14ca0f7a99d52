/* inactivefn, and the attribute by annotation-free means: no derivative through it. */
#include "oracle.h"
extern double __enzyme_autodiff_f(void *, ...);
__attribute__((noinline)) static double mystery(double x) { return x * x; }
void *__enzyme_inactivefn_mystery[] = {(void *)mystery};
static double f(double x) { return mystery(x) * x; }
int main(void) {
  CLOSE(__enzyme_autodiff_f((void *)f, 3.0), 9);
  return oracle_exit();
}
