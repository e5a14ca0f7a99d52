/* Piecewise constant functions: derivative zero, and no obstacle. */
#include "oracle.h"
static double rounded(double x) {
  return x * floor(x) + ceil(x * 0.7) * x + trunc(x) * round(x + 0.01) + rint(x + 0.02) * x +
         nearbyint(x + 0.03) + (double)lround(x + 0.04) * x + (double)llrint(x + 0.05) * x +
         (double)lrint(x) + (double)llround(x + 0.01);
}
static double sawtooth(double x) { return (x - floor(x)) * (x - floor(x)); }
int main(void) {
  ORACLE1(rounded, 0.33, 4.1);
  ORACLE1(sawtooth, 0.33, 4.1);
  return oracle_exit();
}
