#include "oracle.h"
static double quotient(double x, double y) {
  int q;
  double r = remquo(5 * x, y, &q);
  return r * x + q * y * 0;
}
/* The quotient as the C library tells it: eight where it rounds to that. */
static double times_quotient(double x, double y) {
  int q;
  double r = remquo(x * 9, y, &q);
  return r * q;
}
static double modulo(double x, double y) { return fmod(7 * x, y) * y; }
static double ieee(double x, double y) { return remainder(7 * x, y) * y; }
int main(void) {
  ORACLE2(modulo, 0.31, 2.93);
  ORACLE2(ieee, 0.31, 2.93);
  ORACLE2(quotient, 0.31, 2.93);
  ORACLE2(modulo, -2.93, -0.31);
  for (double x = 0.381; x < 1.9; x += 0.093)
    ORACLE2(times_quotient, x, 0.7);
  return oracle_exit();
}
