/* In optimised code without -g, a function of a complex number looks like one of two numbers. */
// levels: O2
// flags: -g0
// error: may take a structure of two numbers, as a complex one, and its tangent.*compile with -g
#include <complex.h>
extern double __enzyme_fwddiff(void *, ...);
__attribute__((noinline)) static double complex square(double complex z) { return z * z; }
static double complex square_tangent(double complex z, double complex dz) { return 2 * z * dz; }
void *__enzyme_register_derivative_square[] = {(void *)square, (void *)square_tangent};
static double f(double x) { return creal(square(x + 2 * I)); }
double df(double x) { return __enzyme_fwddiff((void *)f, x, 1.0); }
