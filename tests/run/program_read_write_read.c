/* A location read, overwritten, and read again in nested loops. */
#include "oracle.h"
static double row(double *x, int count, double *sum) {
  for (int i = 0; i < count; i++)
    *sum += x[i] * x[i];
  double result = *sum;
  *sum = 0;
  return result;
}
PRIMAL(rows) {
  double sum = 0, total = 0;
  for (int k = 0; k < 3; k++) {
    double part = row(in + k, 4, &sum);
    total += part * part;
    in[k] = part * 0.1;
  }
  out[0] = total + in[1];
}
ORACLE_MAIN(rows, 7, 1, 0.5, 1)
