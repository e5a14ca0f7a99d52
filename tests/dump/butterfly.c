/* The guard of the loop says that the two places of an update are apart: their adjoints are loaded
 * once and stored once, and not cleared in between. */
// flags: -O2 -ffast-math -Xclang -disable-llvm-passes
// adcc: --dump=optimise
// prints: define .*@gradient
// never: store (double 0|<[24] x double> zeroinit)
#include <adcc/adcc.h>
void butterflies(double *x, int n) {
  for (int half = 1; half < n; half *= 2)
    for (int block = 0; block < n; block += 2 * half)
      for (int k = 0; k < half; k++) {
        int even = 2 * (block + k), odd = even + 2 * half;
        double a = x[even], b = x[odd], c = x[odd + 1];
        x[odd] = a - b + c;
        x[odd + 1] = x[even + 1] - b - c;
        x[even] += b - c;
        x[even + 1] += b + c;
      }
}
void gradient(double *x, double *dx, int n) {
  __adcc_autodiff((void *)butterflies, adcc_dup, x, dx, adcc_const, n);
}
