// flags: -ffast-math
/* Names that fast-math and finite-math headers give, and reciprocals by flags. */
#include "oracle.h"
static double mixture(double x) { return exp(log(x) * 1.5) / sqrt(x) + pow(x, 0.5) * x / 3; }
int main(void) {
  ORACLE1(mixture, 0.3, 3);
  return oracle_exit();
}
