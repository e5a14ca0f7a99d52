/* Of the nearest of twenty places, the reverse sweep wants to know which one it was: a number that
 * a byte holds. */
// adcc: --explain
// prints: the number of the iteration that replaced this value last is kept on the tape: 1 \* n bytes
// never: keeps 8 \*
#include <adcc/adcc.h>
static double cost(const double *restrict place, const double *restrict x, int n) {
  double total = 0;
  for (int p = 0; p < n; p++) {
    double nearest = 1e30;
    for (int k = 0; k < 20; k++) {
      double away = x[p] - place[k];
      if (away * away < nearest)
        nearest = away * away;
    }
    total += nearest;
  }
  return total;
}
void gradient(const double *place, double *dplace, const double *x, int n) {
  __adcc_autodiff((void *)cost, adcc_dup, place, dplace, adcc_const, x, adcc_const, n);
}
