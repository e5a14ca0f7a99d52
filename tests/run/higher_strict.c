// large: takes long to compile
// flags: -frounding-math
// levels: O0 O1 O2 O3 raw asan
/* Derivatives of derivatives of code whose rounding may change: operations are strict where the
 * compiler has to expect it. */
#include "higher.h"

static double shrink(double x) {
#pragma STDC FENV_ACCESS ON
  return x > 1 ? sqrt(x) / (1 + x * x) : fma(x, x, -x) - 2 * sin(x);
}

PRIMAL(rounded) {
  for (size_t i = 0; i < m; i++)
    out[i] = shrink(in[i]) * in[(i + 1) % n];
}
HIGHER(rounded, 2, 2, 0.5, 1.5)

int main(void) {
  rounded_higher();
  return oracle_exit();
}
