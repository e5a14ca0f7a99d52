/* clang takes i * n + j for i * n where the loop over k < j does not run; the general form holds
 * there too, and from it the places that are read again are computed. */
// adcc: --explain
// flags: -O3 -ffast-math
// prints: the reverse derivative of .rows. keeps nothing on the tape
#include "adcc/adcc.h"
void rows(int n, const double *restrict a, const double *restrict w, double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        y[i * n + j] += a[k] * w[i * n + k];
      y[i * n + j] /= a[j * n + j];
    }
}
void gradient(double *a, double *da, double *w, double *dw, double *y, double *dy, int n) {
  __adcc_autodiff((void *)rows, n, adcc_dup, a, da, adcc_dup, w, dw, adcc_dup, y, dy);
}
