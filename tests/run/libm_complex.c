/* Complex arithmetic and functions of C11. */
#include "oracle.h"
#include <complex.h>
PRIMAL(arithmetic) {
  double complex a = in[0] + in[1] * I, b = in[2] - in[3] * I;
  double complex c = a * b + a / b - conj(b) * 2.0;
  c *= c;
  out[0] = creal(c);
  out[1] = cimag(c);
  out[2] = cabs(a) * carg(b);
}
PRIMAL(functions) {
  double complex a = in[0] + in[1] * I, b = in[2] - in[3] * I;
  double complex c = cexp(a * 0.3) + csqrt(b) + clog(a) * cpow(b, 1.5);
  double complex d = csin(a) * ccos(b) + ctanh(a);
  out[0] = creal(c) + creal(d);
  out[1] = cimag(c) * cimag(d);
}
ORACLE(arithmetic, 4, 3, 0.5, 2)
ORACLE(functions, 4, 2, 0.5, 2)
int main(void) {
  arithmetic_oracle();
  functions_oracle();
  return oracle_exit();
}
