// A complex number by value without markers: optimised code shows two numbers, whose names, where
// clang keeps them, say that they are one parameter.
// flags: -fno-discard-value-names
#include "oracle.h"
#include <complex.h>

double complex __enzyme_fwddiff(void *, double complex, double complex);

static double complex square(double complex z) { return z * z; }
static double complex inverse(double complex z) { return 2.0 / (z + 1.0); }

static void check(double complex found, double complex wanted) {
  oracle_close(__FILE__, __LINE__, "real part", creal(found), creal(wanted), 1e-14);
  oracle_close(__FILE__, __LINE__, "imaginary part", cimag(found), cimag(wanted), 1e-14);
}

int main() {
  check(__enzyme_fwddiff((void *)square, 3 + 2 * I, 1), 6 + 4 * I);
  check(__enzyme_fwddiff((void *)square, 3 + 2 * I, I), -4 + 6 * I);
  check(__enzyme_fwddiff((void *)inverse, 3 + 2 * I, 1), -2.0 / ((4 + 2 * I) * (4 + 2 * I)));
  return oracle_exit();
}
