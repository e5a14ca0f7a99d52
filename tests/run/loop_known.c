/* A loop with a trip count known at compile time, nonlinear in what it carries. */
#include "oracle.h"
PRIMAL(logistic) {
  double x = in[0];
  for (int i = 0; i < 20; i++)
    x = in[1] * x * (1 - x / 3) + 0.1;
  out[0] = x;
}
ORACLE_MAIN(logistic, 2, 1, 0.5, 1.1)
