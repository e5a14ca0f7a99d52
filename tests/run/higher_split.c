/* Derivatives of a function that takes a gradient in two halves, with other work in between. */
#include "oracle.h"
extern void *__adcc_augmentfwd_state(void *, ...);
extern void __adcc_reverse_state(void *, ...);

PRIMAL(relax) {
  double x = 0.5 * in[0] * in[1];
  while (x < 1.4) {
    double y = x;
    for (int k = 0; k < 3; k++)
      y = 0.8 * y * cos(0.1 * in[1] * y);
    x = 0.95 * x + 0.1 + 0.05 * sin(in[0] * y);
    out[0] = 0.5 * out[0] + x * y;
  }
  (void)n, (void)m;
}

PRIMAL(halves) {
  void *tape = __adcc_augmentfwd_state((void *)relax, adcc_dup, in, in + n / 2, adcc_const, n / 2,
                                       adcc_dup, out, out + m / 2, adcc_const, m / 2);
  for (size_t i = m / 2; i < m; i++)
    out[i] *= out[0]; /* seeds that depend on the result */
  __adcc_reverse_state((void *)relax, adcc_dup, in, in + n / 2, adcc_const, n / 2, adcc_dup, out,
                       out + m / 2, adcc_const, m / 2, tape);
}
ORACLE_MAIN(halves, 4, 2, 0.4, 1.2)
