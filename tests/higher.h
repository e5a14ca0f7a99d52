/* Derivatives of derivatives, in every mix of modes three deep.
 *
 *   HIGHER(primal, n, m, lo, hi)     inputs, outputs and the range of the inputs, as for ORACLE
 *
 * A derivative of a primal is a primal again, whose state is twice as large: the first halves of
 * `in` and `out` are the primal's state, the second halves their shadows. HIGHER derives twice, by
 * each of the four mixes of reverse and forward, and has the oracle check the reverse and the
 * forward derivative of each: eight mixes. NAME_higher() runs the checks. */
#ifndef ADCC_TESTS_HIGHER_H
#define ADCC_TESTS_HIGHER_H

#include "oracle.h"

#define HIGHER_LEVEL(mode, primal, name)                                                           \
  PRIMAL(name) {                                                                                   \
    __adcc_##mode##_state((void *)primal, adcc_dup, in, in + n / 2, adcc_const, n / 2, adcc_dup,   \
                          out, out + m / 2, adcc_const, m / 2);                                    \
  }

#define HIGHER(primal, n, m, lo, hi)                                                               \
  HIGHER_LEVEL(autodiff, primal, primal##_r)                                                       \
  HIGHER_LEVEL(fwddiff, primal, primal##_f)                                                        \
  HIGHER_LEVEL(autodiff, primal##_r, primal##_rr)                                                  \
  HIGHER_LEVEL(fwddiff, primal##_r, primal##_rf)                                                   \
  HIGHER_LEVEL(autodiff, primal##_f, primal##_fr)                                                  \
  HIGHER_LEVEL(fwddiff, primal##_f, primal##_ff)                                                   \
  ORACLE(primal##_rr, 4 * (n), 4 * (m), lo, hi)                                                    \
  ORACLE(primal##_rf, 4 * (n), 4 * (m), lo, hi)                                                    \
  ORACLE(primal##_fr, 4 * (n), 4 * (m), lo, hi)                                                    \
  ORACLE(primal##_ff, 4 * (n), 4 * (m), lo, hi)                                                    \
  static void primal##_higher(void) {                                                              \
    primal##_rr_oracle();                                                                          \
    primal##_rf_oracle();                                                                          \
    primal##_fr_oracle();                                                                          \
    primal##_ff_oracle();                                                                          \
  }

#endif
