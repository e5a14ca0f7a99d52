/* Straight-line complex arithmetic, which -ffast-math turns into vectors with lanes that nothing
 * looks at: garbage in them must not reach the derivative. */
#include "oracle.h"
#include <complex.h>
static double powers(double x) {
  double complex z = cos(x) + sin(x) * I, w = 1;
  for (int i = 0; i < 5; i++)
    w = w * z + 1.0;
  return creal(w) * cimag(w);
}
static double quotients(double x) {
  double complex z = x + 0.5 * I, w = 1;
  for (int i = 0; i < 4; i++)
    w = w * z + 1.0 / (w + 2.0);
  return creal(w) / cimag(w);
}
typedef double Pair __attribute__((vector_size(16)));
static double halves(double x, double y) {
  Pair a = {x, y}, b = a * a + 1.0;
  Pair swapped = {b[1], b[0]};
  Pair c = a / swapped;
  return c[0] * sqrt(c[1]);
}
int main(void) {
  ORACLE1(powers, 0.3, 1.2);
  ORACLE1(quotients, 0.3, 1.2);
  ORACLE2(halves, 0.5, 2.0);
  return oracle_exit();
}
