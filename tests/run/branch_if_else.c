/* Branches on data, nested, with different active code on each side. */
#include "oracle.h"
PRIMAL(branches) {
  double x = in[0], y = in[1];
  if (x > y) {
    x = sin(x) * y;
    if (y > 1)
      y = exp(-x) * y;
  } else if (x > 1) {
    y = x * x * y;
  } else {
    x = y / (x + 1);
    y += x;
  }
  out[0] = x * y;
  out[1] = x + y * y;
}
static double point(double x) {
  if (x < 0)
    return x * x;
  if (x < 1)
    return sin(x);
  return x < 2 ? exp(x) : 1 / x;
}
ORACLE(branches, 2, 2, 0.2, 2)
int main(void) {
  branches_oracle();
  ORACLE1(point, -1.5, 4);
  return oracle_exit();
}
