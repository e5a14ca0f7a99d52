/* Several pairs of arrays are asked at once, in a vector, whether one starts within the other, as
 * clang's vectorised loops do. The distances are of objects with shadows of their own elsewhere. */
#include "oracle.h"

typedef unsigned long Four __attribute__((vector_size(32)));

static __attribute__((noinline)) double smoothed(const double *x, double *y, double *z, double *w) {
  Four distance = {(unsigned long)((char *)y - (char *)x), (unsigned long)((char *)z - (char *)x),
                   (unsigned long)((char *)w - (char *)y), (unsigned long)((char *)z - (char *)y)};
  Four near = (Four)(distance - 1 < 4 * sizeof(double));
  double sum = 0;
  for (int i = 0; i < 4; i++) {
    y[i] = x[i] * x[i];
    z[i] = y[i] + 0.5 * x[3 - i];
    w[i] = near[0] | near[1] | near[2] | near[3] ? z[i] * z[i] : y[i] * z[i];
    sum += w[i];
  }
  return sum;
}

PRIMAL(apart) {
  double y[4], z[4], w[4];
  out[0] = smoothed(in, y, z, w);
}

PRIMAL(overlapping) {
  double y[8], w[4];
  out[0] = smoothed(in, y, y + 2, w);
}

ORACLE(apart, 4, 1, 0.3, 1.5)
ORACLE(overlapping, 4, 1, 0.3, 1.5)
int main(void) {
  apart_oracle();
  overlapping_oracle();
  return oracle_exit();
}
