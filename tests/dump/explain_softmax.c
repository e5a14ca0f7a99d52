/* Exponentials that are scaled in place, in code that allows algebra: they are the quotients times
 * the sum. */
// flags: -O2 -ffast-math -g -Xclang -disable-llvm-passes
// adcc: --explain
// prints: derivative of 'softmax' keeps nothing on the tape
// prints: the result of 'llvm.exp.f64' is had back from what became of it where it lay in memory$
// never: is kept on the tape
#include <adcc/adcc.h>
#include <math.h>
void softmax(const double *restrict x, double *restrict p, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    p[i] = exp(x[i]);
    sum += p[i];
  }
  for (int i = 0; i < n; i++)
    p[i] /= sum;
}
void gradient(double *x, double *dx, double *p, double *dp, int n) {
  __adcc_autodiff((void *)softmax, adcc_dup, x, dx, adcc_dup, p, dp, n);
}
