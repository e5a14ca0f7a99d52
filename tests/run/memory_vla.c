/* Stack arrays of variable length, one of them in a loop. */
#include "oracle.h"
PRIMAL(vla) {
  double a[n];
  for (size_t i = 0; i < n; i++)
    a[i] = in[i] * in[n - 1 - i];
  double sum = 1;
  for (size_t k = 1; k <= n; k++) {
    double b[k];
    b[0] = sum;
    for (size_t i = 1; i < k; i++)
      b[i] = b[i - 1] * a[i];
    sum = b[k - 1] + a[0];
  }
  out[0] = sum;
}
ORACLE_MAIN(vla, 5, 1, 0.5, 1.5)
