/* Arrays of numbers that take more bytes than they have: long double on x86, of variable length,
 * copied as a whole and worked on in place. */
#define REAL long double
#include "oracle.h"

PRIMAL(recurrence) {
  long double x[n];
  memcpy(x, in, sizeof x);
  for (size_t i = 1; i < n; i++)
    x[i] += x[i - 1] * tanhl(x[i]);
  for (size_t i = n; i-- > m;)
    x[i - m] *= x[i];
  memmove(x + 1, x, (n - 1) * sizeof *x);
  memcpy(out, x + 1, m * sizeof *x);
}
ORACLE_MAIN(recurrence, 6, 3, 0.3, 0.9)
