/* Arrays of complex numbers: a discrete Fourier transform. */
#include "oracle.h"
#include <complex.h>
PRIMAL(fourier) {
  double complex x[4], y[4];
  for (int i = 0; i < 4; i++)
    x[i] = in[2 * i] + I * in[2 * i + 1];
  for (int k = 0; k < 4; k++) {
    y[k] = 0;
    for (int i = 0; i < 4; i++)
      y[k] += x[i] * cexp(-2 * M_PI * I * i * k / 4);
  }
  for (int k = 0; k < 4; k++)
    out[k] = creal(y[k] * conj(y[k]));
}
ORACLE_MAIN(fourier, 8, 4, 0.5, 1.5)
