/* A loop that clang vectorises and unrolls before adcc sees it (-O2, -O3). */
#include "oracle.h"
PRIMAL(saxpy) {
  double sum = 0;
  for (size_t i = 0; i < n / 2; i++)
    out[i] = in[i] * in[i + n / 2] + in[i];
  for (size_t i = 0; i < n / 2; i++)
    sum += in[i] * in[i];
  out[n / 2] = sum;
}
ORACLE_MAIN(saxpy, 38, 20, 0.5, 2)
