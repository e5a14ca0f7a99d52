/* while on a convergence test: square roots by Newton's method. */
#include "oracle.h"
PRIMAL(newton) {
  for (size_t i = 0; i < n; i++) {
    double x = in[i], previous = 0;
    while (fabs(x - previous) > 1e-13) {
      previous = x;
      x = 0.5 * (x + in[i] / x);
    }
    out[i] = x;
  }
}
ORACLE_MAIN(newton, 3, 3, 0.5, 2)
