/* A loop that goes through arrays by one element at a time keeps its index: a recurrence for each
 * array of the derivative would take registers, and time to find. */
// flags: -O2 -Xclang -disable-llvm-passes
// adcc: --dump=optimise
// prints: define .*@gradient
// never: lsr\.iv
#include <adcc/adcc.h>
static double filtered(const double *x, const double *weight, double *y, long n) {
  double carried = 1;
  for (long i = 0; i < n; i++)
    y[i] = carried = x[i] * carried + weight[i] * y[i];
  return carried;
}
void gradient(const double *x, double *dx, const double *weight, double *dweight, double *y,
              double *dy, long n) {
  __adcc_autodiff((void *)filtered, adcc_dup, x, dx, adcc_dup, weight, dweight, adcc_dup, y, dy,
                  adcc_const, n);
}
