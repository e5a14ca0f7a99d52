/* Pointers that are declared apart: nothing is checked, and what is in memory is not kept. */
// adcc: --explain
// prints: derivative of 'squares' keeps nothing on the tape; 1 value is read again
// prints: from 'x' is read again from memory, which nothing overwrites
// prints: no derivative flows through this call of 'printf': it is known to carry no derivative
// never: is kept on the tape
// never: which is checked
#include <adcc/adcc.h>
#include <stdio.h>
double squares(const double *restrict x, double *restrict y, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    y[i] = x[i] * x[i];
    sum += y[i];
  }
  printf("%d numbers\n", n);
  return sum;
}
void gradient(double *x, double *dx, double *y, double *dy, int n) {
  __adcc_autodiff((void *)squares, adcc_dup, x, dx, adcc_dup, y, dy, n);
}
