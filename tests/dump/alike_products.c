/* A chain of products that clang has inlined: the nests of the reverse sweep are alike, and become
 * one function before each of them is unrolled and vectorised. */
// flags: -O3 -ffast-math -g0
// adcc: --dump=optimise -O3
// prints: ^define internal .*@reverse.*[.]nest
#include <adcc/adcc.h>
enum { LAYERS = 16 };
static inline __attribute__((always_inline)) void product(float *y, const float *x, const float *w,
                                                          int rows, int n, int columns) {
  for (int r = 0; r < rows; r++)
    for (int o = 0; o < columns; o++) {
      float sum = 0;
      for (int c = 0; c < n; c++)
        sum += x[r * n + c] * w[o * n + c];
      y[r * columns + o] = sum;
    }
}
void chain(float **x, float **w, int rows, const int *columns) {
#pragma clang loop unroll(full)
  for (int layer = 0; layer < LAYERS; layer++)
    product(x[layer + 1], x[layer], w[layer], rows, columns[layer], columns[layer + 1]);
}
void gradient(float **x, float **dx, float **w, float **dw, int rows, int *columns) {
  __adcc_autodiff((void *)chain, adcc_dup, x, dx, adcc_dup, w, dw, adcc_const, rows, adcc_const,
                  columns);
}
