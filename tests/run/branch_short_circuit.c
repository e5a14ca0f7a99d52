/* && and || with side effects that are active. */
#include "oracle.h"
static int step(double *x, double y) {
  *x = *x * y;
  return *x > 1;
}
PRIMAL(logic) {
  double x = in[0];
  if (step(&x, in[1]) && step(&x, in[2]))
    x += in[1];
  if (step(&x, in[2]) || step(&x, in[0]))
    x = x * x;
  out[0] = x;
}
ORACLE_MAIN(logic, 3, 1, 0.5, 1.8)
