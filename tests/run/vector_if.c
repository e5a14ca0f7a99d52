/* A branch in a loop that becomes masked or selected when vectorised. */
#include "oracle.h"
PRIMAL(relu) {
  for (size_t i = 0; i < n; i++) {
    double x = in[i] - 1.25;
    out[i] = x > 0 ? x * in[i] : 0.1 * x;
  }
}
ORACLE_MAIN(relu, 21, 21, 0.5, 2)
