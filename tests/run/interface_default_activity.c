/* Unmarked arguments: integers const, pointers dup, floating point out. */
#include "oracle.h"
extern double __adcc_autodiff_mixed(void *, ...);
extern double __enzyme_fwddiff_mixed(void *, ...);
static double f(int n, double *x, double y) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i] * y;
  return sum;
}
int main(void) {
  double x[3] = {1, 2, 3}, dx[3] = {10, 0, 0};
  CLOSE(__adcc_autodiff_mixed((void *)f, 3, x, dx, 2.0), 14);
  CLOSE(dx[0], 14);
  CLOSE(dx[1], 8);
  CLOSE(dx[2], 12);
  double tx[3] = {1, 0, 1};
  CLOSE(__enzyme_fwddiff_mixed((void *)f, 3, x, tx, 2.0, 0.5), 4 + 12 + 7);
  return oracle_exit();
}
