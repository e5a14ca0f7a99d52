/* The gradient of a gradient through a loop whose number of steps is not known: the records that
 * the inner derivative keeps get shadows, which must start at zero. */
#include "oracle.h"

PRIMAL(march) {
  for (size_t i = 0; i < n / 2; i++) {
    double x = in[i];
    int steps = 0;
    while (x < 1.4 && steps++ < 11)
      x = 0.9 * x + 0.2 + 0.1 * sin(-1.4 * x) * in[(i + 1) % (n / 2)];
    out[0] += 0.5 * sinh(0.5 * x);
    out[i % m] += x * in[i];
  }
}

PRIMAL(march_inner) {
  __adcc_autodiff_state((void *)march, adcc_dup, in, in + n / 2, adcc_const, n / 2, adcc_dup, out,
                        out + m / 2, adcc_const, m / 2);
}
ORACLE_MAIN(march_inner, 12, 4, 0.2, 1.4)
