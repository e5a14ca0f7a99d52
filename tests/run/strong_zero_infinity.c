/* Infinities that a program makes where it rarely goes, as the multiplication of complex numbers
 * does: an optimiser runs the product anyway, and its adjoint of zero must stay zero. */
// levels: O0 O1 O2 O3 raw
#include "oracle.h"
#include <complex.h>
PRIMAL(overflowing) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    double product = in[i] * in[(i + 1) % n];
    if (product > 50)
      product = INFINITY * (in[i] * in[0] - in[1] * in[1]);
    sum += product;
  }
  out[0] += sum;
}
PRIMAL(complex_sum) {
  double complex z = in[0] + I * in[1], w = in[2] - I * in[3], sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += z * w;
  out[0] += creal(sum);
}
#define GRADIENT(primal, gradient)                                                                 \
  PRIMAL(gradient) {                                                                               \
    __adcc_autodiff_state((void *)primal, adcc_dup, in, in + n / 2, adcc_const, n / 2, adcc_dup,   \
                          out, out + m / 2, adcc_const, m / 2);                                    \
  }
GRADIENT(overflowing, overflowing_gradient)
GRADIENT(complex_sum, complex_gradient)
ORACLE(overflowing, 4, 1, .4, 1.2)
ORACLE(overflowing_gradient, 8, 2, .4, 1.2)
ORACLE(complex_sum, 4, 1, .4, 1.2)
ORACLE(complex_gradient, 8, 2, .4, 1.2)
int main(void) {
  overflowing_oracle();
  overflowing_gradient_oracle();
  complex_sum_oracle();
  complex_gradient_oracle();
  return oracle_exit();
}
