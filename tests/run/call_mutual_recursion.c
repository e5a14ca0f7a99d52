/* Two functions that call each other, one through memory. */
#include "oracle.h"
static double even(double x, int n);
static void odd(double *x, int n) {
  *x = sin(*x);
  if (n > 0)
    *x = *x * even(*x + 1, n - 1);
}
static double even(double x, int n) {
  double y = x * x;
  if (n > 0)
    odd(&y, n - 1);
  return x + y;
}
PRIMAL(mutual) {
  out[0] = even(in[0], 6);
  out[1] = in[1];
  odd(&out[1], 5);
}
ORACLE_MAIN(mutual, 2, 2, 0.5, 1.2)
