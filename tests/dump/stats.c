/* One table of counts. */
// adcc: --stats
// prints: [1-9][0-9]*  instructions read
// prints: [1-9][0-9]*  instructions with the derivatives, before optimisation
// prints: [1-9][0-9]*  instructions written
// prints: 1  derivative functions made
// prints: [0-9]+  values kept for the reverse sweep
// prints: 2  values read again from memory
// prints: 1    of these after a check at run time
// prints: 1  loop nests with such a check
// prints: ms  optimise
#include <adcc/adcc.h>
#include <math.h>
void power(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = exp(x[i]) * x[i];
}
void gradient(double *x, double *dx, double *y, double *dy, int n) {
  __adcc_autodiff((void *)power, adcc_dup, x, dx, adcc_dup, y, dy, n);
}
