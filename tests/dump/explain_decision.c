/* A comparison of what the reverse sweep may round in another way is kept, where one of its ways
 * leaves something on the tape, and so is such a number that becomes an integer; a comparison of
 * what is exact is done again. */
// adcc: --explain
// flags: -O2 -g -ffast-math -Xclang -disable-llvm-passes
// prints: :14:38: remark: the result of this comparison is kept on the tape: 1 \*
// prints: :26:49: remark: the result of this comparison is kept on the tape: 1 \*
// never: :20:16: remark: the result of this comparison is kept on the tape: 1 \*
#include <adcc/adcc.h>
#include <math.h>
static void uncertain(const double *x, double *y, int n, double limit) {
  for (int k = 0; k < 10; k++)
    for (int i = 0; i < n; i++)
      if (x[i] * x[i] + x[i] * limit > limit)
        y[i] = sin(y[i]);
}
static void certain(const double *x, double *y, int n, double limit) {
  for (int k = 0; k < 10; k++)
    for (int i = 0; i < n; i++)
      if (x[i] > limit)
        y[i] = sin(y[i]);
}
static void rounded(const double *x, double *y, int n, double limit) {
  for (int k = 0; k < 10; k++)
    for (int i = 0; i < n; i++)
      if ((int)(x[i] * x[i] + x[i] * limit) % 3 == 1)
        y[i] = sin(y[i]);
}
void gradient(const double *x, double *dx, double *y, double *dy, int n, double limit) {
  __adcc_autodiff((void *)uncertain, adcc_dup, x, dx, adcc_dup, y, dy, n, adcc_const, limit);
  __adcc_autodiff((void *)certain, adcc_dup, x, dx, adcc_dup, y, dy, n, adcc_const, limit);
  __adcc_autodiff((void *)rounded, adcc_dup, x, dx, adcc_dup, y, dy, n, adcc_const, limit);
}
