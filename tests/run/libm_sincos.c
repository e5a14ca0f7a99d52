// flags: -D_GNU_SOURCE
/* sincos, written by hand and as clang merges it. */
#include "oracle.h"
static double both(double x) {
  double s, c;
  sincos(x, &s, &c);
  return s * c + c * x;
}
static double pair(double x) { return sin(x) * x + cos(x); }
PRIMAL(rotate) {
  double *c = out + 1;
  sincos(in[0] * in[1], out, c);
  *c *= out[0];
}
ORACLE(rotate, 2, 2, 0.5, 2)
int main(void) {
  ORACLE1(both, -3, 3);
  ORACLE1(pair, -3, 3);
  rotate_oracle();
  return oracle_exit();
}
