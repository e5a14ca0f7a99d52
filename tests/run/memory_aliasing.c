/* Two pointers into one array, overlapping; nothing may be assumed of them. */
#include "oracle.h"
__attribute__((noinline)) static void axpy(double *y, const double *x, int count, const double *a) {
  for (int i = 0; i < count; i++)
    y[i] += *a * x[i];
}
PRIMAL(alias) {
  axpy(in + 1, in, (int)n - 1, in + 2);
  axpy(in, in, (int)n, in);
  axpy(out, in, (int)m, out);
}
ORACLE_MAIN(alias, 5, 4, 0.3, 1)
