// flags: -D_GNU_SOURCE
/* Gamma and Bessel functions in float. */
#define REAL float
#define ORACLE_SLACK 10
#include "oracle.h"
static float high(float x) { return jnf(2, x) + ynf(2, x); }
int main(void) {
  ORACLE1(lgammaf, 2.5, 6);
  ORACLE1(tgammaf, 1.5, 4);
  ORACLE1(j0f, 1, 6);
  ORACLE1(j1f, 1, 6);
  ORACLE1(y0f, 1, 6);
  ORACLE1(y1f, 1, 6);
  ORACLE1(high, 1, 6);
  return oracle_exit();
}
