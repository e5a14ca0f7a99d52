/* Singular partials behind a condition, which an optimiser turns into a select between values that
 * are computed both: the one not chosen must not spoil the derivative. */
#include "oracle.h"
static double root(double x) { return x > 0 ? sqrt(x) : 0; }
static double sinc(double x) { return x == 0 ? 1 : sin(x) / x; }
static double ratio(double x) { return x != 0 ? 3 * x * x / x : x; }
static double length(double x) {
  double square = x * x;
  return square > 0 ? x * sqrt(square) : 0;
}
static double logarithms(double x) {
  double sum = 0;
  for (int i = -2; i < 3; i++)
    if (x + i > 0) {
      double l = log(x + i);
      sum += l * l * x;
    }
  return sum;
}
int main(void) {
  ORACLE1(logarithms, 0.2, 0.9);
  CLOSE(__adcc_autodiff_1(root, 0), 0);
  CLOSE(__adcc_autodiff_1(root, 4), 0.25);
  CLOSE(__adcc_fwddiff_1(root, 0, 1), 0);
  CLOSE(__adcc_autodiff_1(sinc, 0), 0);
  CLOSE(__adcc_fwddiff_1(sinc, 0, 1), 0);
  CLOSE(__adcc_autodiff_1(ratio, 2), 3);
  CLOSE(__adcc_autodiff_1(length, 0), 0);
  CLOSE(__adcc_autodiff_1(length, 3), 6);
  return oracle_exit();
}
