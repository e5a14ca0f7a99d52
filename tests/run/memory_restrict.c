/* restrict pointers, const tables and a workspace given by the caller. */
#include "oracle.h"
static void convolve(const double *restrict x, const double *restrict w, double *restrict y,
                     int count) {
  for (int i = 0; i + 2 < count; i++) {
    double sum = 0;
    for (int k = 0; k < 3; k++)
      sum += x[i + k] * w[k];
    y[i] = sum > 0 ? sum : 0.01 * sum;
  }
}
PRIMAL(network) {
  double *work = (double *)malloc(2 * n * sizeof *work);
  convolve(in, in + n - 3, work, (int)n - 3);
  convolve(work, in + n - 3, work + n, (int)n - 5);
  out[0] = work[n] + work[n + 1] * work[0];
  free(work);
}
ORACLE_MAIN(network, 11, 1, 0.5, 1.5)
