/* What a condition in a loop guards and does not change in it, an optimiser computes ahead of the
 * loop, at singular points too: where no iteration uses it, its adjoint of zero stays zero. */
// levels: O0 O1 O2 O3 raw
#include "oracle.h"
extern OraclePair __adcc_autodiff_pair(void *, ...);
static double divided(double *in, int n, double x, double y, double *o) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    if (in[i] > 100) {
      o[i] += in[i] * (x * (1 / y) * x);
      sum += in[i] * (x * (1 / y) * x);
    } else
      sum += in[i] * x;
  return sum;
}
static double damped(double *in, int n, double x, double y, double *o) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      if (in[i] * in[j] > 100) {
        double e = exp(in[i] * (x * (1 / y) * x));
        o[i] += e;
        if (e > 3)
          sum += in[j] * e;
      }
  return sum;
}
int main(void) {
  double in[4] = {1, 2, 3, 4}, din[4] = {0}, o[4] = {0}, seeds[4] = {1, 1, 1, 1};
  OraclePair d = __adcc_autodiff_pair((void *)divided, in, din, 4, 3.0, 0.0, o, seeds);
  CLOSE(d.x, 10);
  CLOSE(d.y, 0);
  CLOSE(din[2], 3);
  in[2] = 200;
  d = __adcc_autodiff_pair((void *)divided, in, din, 4, 3.0, 2.0, o, seeds);
  CLOSE(d.x, 7 + 2 * 200 * 3);
  CLOSE(d.y, -2 * 200 * 9 / 4.);
  in[2] = 3;
  d = __adcc_autodiff_pair((void *)damped, in, din, 4, 3.0, 0.0, o, seeds);
  CLOSE(d.x, 0);
  CLOSE(d.y, 0);
  return oracle_exit();
}
