/* Complex arithmetic that needs no library function but __muldc3 and __divdc3. */
#include "oracle.h"
#include <complex.h>
PRIMAL(mandelbrot) {
  double complex c = in[0] * 0.2 + in[1] * 0.2 * I, z = 0;
  for (int i = 0; i < 6; i++)
    z = z * z + c;
  z = z / (1 + c);
  out[0] = creal(z);
  out[1] = cimag(z);
}
ORACLE_MAIN(mandelbrot, 2, 2, 0.5, 1.5)
