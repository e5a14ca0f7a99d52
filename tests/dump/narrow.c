/* The reverse sweep of a product of eight rows at a time, four columns of which are interleaved,
 * goes along no more than eight rows at once: two loops for the rows of the first factor, two for
 * those of the second. */
// flags: -O2 -ffast-math -Xclang -disable-llvm-passes
// adcc: --dump=optimise -O3 -march=x86-64-v3
// prints: ^.*\.narrow[0-9]*:
#include <adcc/adcc.h>
enum { TILE = 8 };
void product(float *y, const float *x, const float *w, int rows, int n,
             int columns) {
  for (int r = 0; r < rows; r += TILE)
    for (int o = 0; o < columns; o++) {
      float sum[TILE] = {0};
      for (int c = 0; c < n; c++)
        for (int k = 0; k < TILE; k++)
          sum[k] += x[(r + k) * n + c] * w[o * n + c];
      for (int k = 0; k < TILE; k++)
        y[(r + k) * columns + o] = sum[k];
    }
}
void gradient(float *y, float *dy, float *x, float *dx, float *w, float *dw, int rows, int n,
              int columns) {
  __adcc_autodiff((void *)product, adcc_dup, y, dy, adcc_dup, x, dx, adcc_dup, w, dw, adcc_const,
                  rows, adcc_const, n, adcc_const, columns);
}
