// flags: -D_GNU_SOURCE
/* The long double names. */
#define REAL long double
#include "oracle.h"
static long double decompose(long double x) {
  int e;
  long double whole, f = frexpl(x, &e), r = modfl(x, &whole);
  return f * e + r * whole + ldexpl(x, 2) * x;
}
int main(void) {
  ORACLE1(sinl, -3, 3);
  ORACLE1(cosl, -3, 3);
  ORACLE1(tanl, -1.2, 1.2);
  ORACLE1(asinl, -0.8, 0.8);
  ORACLE1(atanl, -3, 3);
  ORACLE1(sinhl, -2, 2);
  ORACLE1(tanhl, -2, 2);
  ORACLE1(expl, -2, 2);
  ORACLE1(expm1l, -2, 2);
  ORACLE1(logl, 0.3, 3);
  ORACLE1(log1pl, -0.5, 3);
  ORACLE1(sqrtl, 0.3, 3);
  ORACLE1(cbrtl, 0.3, 3);
  ORACLE1(erfl, -1.5, 1.5);
  ORACLE1(lgammal, 0.4, 5);
  ORACLE1(tgammal, 0.4, 4);
  ORACLE1(j0l, 1, 6);
  ORACLE1(y1l, 1, 6);
  ORACLE1(fabsl, -2, 2);
  ORACLE1(decompose, 1.1, 1.9);
  ORACLE2(powl, 0.5, 2);
  ORACLE2(hypotl, 0.5, 2);
  ORACLE2(atan2l, 0.5, 2);
  ORACLE2(fminl, 0.5, 2);
  return oracle_exit();
}
