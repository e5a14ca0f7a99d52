/* memcpy of doubles: constant and computed sizes, and copies that are overwritten. */
#include "oracle.h"
PRIMAL(copy) {
  double a[8], b[8] = {0};
  memcpy(a, in, n * sizeof(double));
  memcpy(b + 2, a, 4 * sizeof(double));
  for (int i = 0; i < 8; i++)
    b[i] = b[i] * b[i] + a[i];
  memcpy(a + 1, b + 3, 3 * sizeof(double));
  memcpy(out, a, 3 * sizeof(double));
  memcpy(out + 3, b, sizeof(double));
}
ORACLE_MAIN(copy, 8, 4, 0.5, 1.5)
