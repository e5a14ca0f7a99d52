/* The nests of a function of many thousand instructions become functions, so that LLVM takes each
 * for itself. */
// flags: -O2 -Xclang -disable-llvm-passes
// adcc: --dump=optimise
// prints: call .*@reverse\.layers.*\.apart
// prints: define internal .*@reverse\.layers.*\.apart
#include <adcc/adcc.h>
#include <math.h>
#define LAYER(k)                                                                                   \
  for (int i = 1; i < n - 1; i++)                                                                  \
    for (int j = 1; j < n - 1; j++) {                                                              \
      double left = x[i * n + j - 1], right = x[i * n + j + 1], here = x[i * n + j];               \
      double above = x[(i - 1) * n + j], below = x[(i + 1) * n + j];                               \
      y[i * n + j] = sin(k * here) * (left - right) + exp(-k * above * below) / (k + here * left); \
    }                                                                                              \
  for (int i = 0; i < n * n; i++)                                                                  \
    x[i] = x[i] * y[i] + k * sqrt(y[i] * y[i] + k);
#define LAYERS(k) LAYER(k) LAYER(k + 0.1) LAYER(k + 0.2) LAYER(k + 0.3) LAYER(k + 0.4)
static double layers(double *x, double *y, int n) {
  LAYERS(1) LAYERS(2) LAYERS(3) LAYERS(4) return x[n];
}
void gradient(double *x, double *dx, double *y, double *dy, int n) {
  __adcc_autodiff((void *)layers, adcc_dup, x, dx, adcc_dup, y, dy, adcc_const, n);
}
