/* Of a loop that clang made vectors of, the one that it left for what remains is differentiated. */
// adcc: --explain
// flags: -O3 -ffast-math
// prints: the reverse derivative of 'product' keeps nothing on the tape
#include <adcc/adcc.h>
void product(double *restrict y, const double *restrict matrix, const double *restrict x, int n) {
  for (int r = 0; r < n; r++) {
    double sum = 0;
    for (int c = 0; c < n; c++)
      sum += matrix[r * n + c] * x[c];
    y[r] = sum;
  }
}
void gradient(double *y, double *dy, double *matrix, double *dmatrix, double *x, double *dx, int n) {
  __adcc_autodiff((void *)product, adcc_dup, y, dy, adcc_dup, matrix, dmatrix, adcc_dup, x, dx, n);
}
