#include "oracle.h"
static double quotient(double x, double y) {
  int q;
  double r = remquo(5 * x, y, &q);
  return r * x + q * y * 0;
}
static double modulo(double x, double y) { return fmod(7 * x, y) * y; }
static double ieee(double x, double y) { return remainder(7 * x, y) * y; }
int main(void) {
  ORACLE2(modulo, 0.31, 2.93);
  ORACLE2(ieee, 0.31, 2.93);
  ORACLE2(quotient, 0.31, 2.93);
  ORACLE2(modulo, -2.93, -0.31);
  return oracle_exit();
}
