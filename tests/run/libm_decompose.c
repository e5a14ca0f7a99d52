/* frexp, ldexp, scalbn, modf, logb, nextafter: results in parts and through pointers. */
#include "oracle.h"
static double parts(double x) {
  int exponent;
  double fraction = frexp(x, &exponent);
  return fraction * fraction + ldexp(fraction, exponent + 1) * exponent;
}
static double whole(double x) {
  double integral, fraction = modf(x, &integral);
  return fraction * integral + fraction * fraction;
}
static double scaled(double x) {
  return scalbn(x, 3) * x + scalbln(x, -1L) + ldexp(x * x, 2) + logb(x) * x + ilogb(x) * x;
}
static double next(double x) { return nextafter(x, 10) * x + nexttoward(x * x, 0.0L); }
int main(void) {
  ORACLE1(parts, 0.3, 5);
  ORACLE1(parts, -5, -0.3);
  ORACLE1(whole, 0.33, 5.1);
  ORACLE1(whole, -5.1, -0.33);
  ORACLE1(scaled, 0.3, 5);
  ORACLE1(next, 0.3, 5);
  return oracle_exit();
}
