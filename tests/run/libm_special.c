// flags: -D_GNU_SOURCE
#include "oracle.h"
static double third(double x) { return jn(3, x) * yn(2, x); }
static double negative(double x) { return jn(-2, x) + jn(0, x) + jn(1, x) + yn(0, x); }
static double reentrant(double x) {
  int sign;
  return lgamma_r(x, &sign) * sign;
}
int main(void) {
  ORACLE1(erf, -2, 2);
  ORACLE1(erfc, -2, 2);
  ORACLE1(lgamma, 0.3, 6);
  ORACLE1(lgamma, -0.9, -0.1);
  ORACLE1(tgamma, 0.3, 5);
  ORACLE1(reentrant, 0.3, 6);
  ORACLE1(j0, 0.3, 8);
  ORACLE1(j1, 0.3, 8);
  ORACLE1(y0, 0.6, 8);
  ORACLE1(y1, 0.6, 8);
  ORACLE1(third, 1, 8);
  ORACLE1(negative, 1, 8);
  return oracle_exit();
}
