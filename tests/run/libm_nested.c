/* A chain of library calls in a loop: results kept or computed again. */
#include "oracle.h"
PRIMAL(chain) {
  double x = in[0];
  for (size_t i = 0; i < 8; i++) {
    x = log(1 + exp(sin(x) * in[1]));
    x = sqrt(x * x + 1) + tanh(x) / (1 + erf(x));
    x = pow(x, 0.7) - 0.5 * atan(x * in[2]);
  }
  out[0] = x;
}
ORACLE_MAIN(chain, 3, 1, 0.5, 1.5)
