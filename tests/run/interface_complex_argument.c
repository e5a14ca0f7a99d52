/* A complex argument by value: two doubles, or one struct. */
#include "oracle.h"
#include <complex.h>
typedef struct {
  double re, im;
} Pair;
extern Pair __enzyme_autodiff_z(double (*)(double complex), double complex);
static double norm(double complex z) { return creal(z) * creal(z) + 3 * cimag(z); }
int main(void) {
  Pair p = __enzyme_autodiff_z(norm, 2.0 + 5.0 * I);
  CLOSE(p.re, 4);
  CLOSE(p.im, 3);
  return oracle_exit();
}
