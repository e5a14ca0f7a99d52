/* A loop unrolled by hand, whose remainder is reached past it or around it, in an outer loop that
 * overwrites what both read. */
#include "oracle.h"
static void sweeps(double *in, size_t n, double *out) {
  double sum = 0;
  for (size_t t = 0; t < 3; t++) {
    size_t i = 0;
    if (n < 4)
      goto rest;
    for (; i + 4 <= n; i += 4)
      sum += in[i] * in[i] + in[i + 1] * in[i + 1] + in[i + 2] * in[i + 2] + in[i + 3] * in[i + 3];
    if (n % 4 == 0)
      goto done;
  rest:
    for (; i < n; i++)
      sum += in[i] * in[i] * in[i];
  done:
    for (i = 0; i < n; i++)
      in[i] = in[i] * 1.25 + (double)t;
  }
  out[0] = sum;
}
/* The same loops as an optimiser unrolls them: the count of the remainder is known beforehand. */
static void masked(double *in, size_t n, double *out) {
  double sum = 0;
  size_t rest = n & 3, whole = n & ~(size_t)3;
  for (size_t t = 0; t < n; t++) {
    size_t i = 0;
    if (n >= 4) {
      for (; i != whole; i += 4)
        sum += in[i] * in[i] + in[i + 1] * in[i + 2] + in[i + 3] * in[i];
      if (rest == 0)
        goto done;
    }
    for (size_t k = 0; k != rest; k++, i++)
      sum += in[i] * in[i] * in[i];
  done:
    for (i = 0; i < n; i++)
      in[i] = in[i] * 0.75 + (double)t;
  }
  out[0] = sum;
}
#define SIZED(n_)                                                                                  \
  PRIMAL(sweeps_##n_) { sweeps(in, n, out); }                                                      \
  PRIMAL(masked_##n_) { masked(in, n, out); }                                                      \
  ORACLE(sweeps_##n_, n_, 1, 0.5, 1.5)                                                             \
  ORACLE(masked_##n_, n_, 1, 0.5, 1.5)
SIZED(3)
SIZED(8)
SIZED(10)

int main(void) {
  sweeps_3_oracle(), sweeps_8_oracle(), sweeps_10_oracle();
  masked_3_oracle(), masked_8_oracle(), masked_10_oracle();
  return oracle_exit();
}
