/* register_derivative: the user's forward rule. */
#include "oracle.h"
extern double __enzyme_fwddiff_f(void *, ...);
__attribute__((noinline)) static double cube(double x) { return x * x * x; }
static double tangent(double x, double dx) { return 100 + 3 * x * x * dx; }
void *__enzyme_register_derivative_cube[] = {(void *)cube, (void *)tangent};
static double f(double x) { return 2 * cube(x); }
int main(void) {
  CLOSE(__enzyme_fwddiff_f((void *)f, 2.0, 1.0), 224);
  return oracle_exit();
}
