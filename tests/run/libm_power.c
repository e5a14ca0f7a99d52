#include "oracle.h"
static double integral(double x) { return pow(x, 3) + pow(x, -2) + pow(2, x); }
static double builtin(double x) { return __builtin_powi(x, 5) + __builtin_powi(x, -3); }
int main(void) {
  ORACLE1(sqrt, 0.1, 4);
  ORACLE1(cbrt, 0.1, 4);
  ORACLE1(cbrt, -4, -0.1);
  ORACLE1(integral, 0.2, 3);
  ORACLE1(integral, -3, -0.2);
  ORACLE1(builtin, 0.5, 2);
  ORACLE2(pow, 0.3, 3);
  ORACLE2(hypot, 0.3, 3);
  return oracle_exit();
}
