// flags: -D_GNU_SOURCE
/* The float names. */
#define REAL float
#define ORACLE_SLACK 4
#include "oracle.h"
static float decompose(float x) {
  int e;
  float whole, f = frexpf(x, &e), r = modff(x, &whole);
  return f * e + r * whole + ldexpf(x, 2) * x;
}
static float both(float x) {
  float s, c;
  sincosf(x, &s, &c);
  return s * c;
}
static float round_all(float x) { return floorf(x) * x + ceilf(x) + truncf(x) * x + roundf(x); }
int main(void) {
  ORACLE1(sinf, -3, 3);
  ORACLE1(cosf, -3, 3);
  ORACLE1(tanf, -1.2, 1.2);
  ORACLE1(asinf, -0.8, 0.8);
  ORACLE1(acosf, -0.8, 0.8);
  ORACLE1(atanf, -3, 3);
  ORACLE1(sinhf, -2, 2);
  ORACLE1(coshf, -2, 2);
  ORACLE1(tanhf, -2, 2);
  ORACLE1(expf, -2, 2);
  ORACLE1(exp2f, -2, 2);
  ORACLE1(expm1f, -2, 2);
  ORACLE1(logf, 0.3, 3);
  ORACLE1(log2f, 0.3, 3);
  ORACLE1(log10f, 0.3, 3);
  ORACLE1(log1pf, -0.5, 3);
  ORACLE1(sqrtf, 0.3, 3);
  ORACLE1(cbrtf, 0.3, 3);
  ORACLE1(erff, -1.5, 1.5);
  ORACLE1(erfcf, -1.5, 1.5);
  ORACLE1(fabsf, -2, 2);
  ORACLE1(decompose, 1.3, 1.7);
  ORACLE1(both, -2, 2);
  ORACLE1(round_all, 1.1, 1.45);
  ORACLE2(powf, 0.5, 2);
  ORACLE2(hypotf, 0.5, 2);
  ORACLE2(atan2f, 0.5, 2);
  ORACLE2(fminf, 0.5, 2);
  ORACLE2(fmaxf, 0.5, 2);
  return oracle_exit();
}
