/* The sums of a tile are in registers, though C takes an array of `const int` elements for one of
 * variable length. */
// adcc: --explain
// flags: -O2 -Xclang -disable-llvm-passes
// prints: the reverse derivative of 'tiled' keeps nothing on the tape
#include <adcc/adcc.h>
void tiled(double *restrict y, const double *restrict x, const double *restrict w, int n) {
  const int tile = 8;
  for (int r = 0; r < n; r += tile) {
    double sum[tile];
    for (int k = 0; k < tile; k++)
      sum[k] = 0;
    for (int i = 0; i < n; i++)
      for (int k = 0; k < tile; k++)
        sum[k] += x[(r + k) * n + i] * w[i];
    for (int k = 0; k < tile; k++)
      y[r + k] = sum[k];
  }
}
void gradient(double *y, double *dy, double *x, double *dx, double *w, double *dw, int n) {
  __adcc_autodiff((void *)tiled, adcc_dup, y, dy, adcc_dup, x, dx, adcc_dup, w, dw, n);
}
