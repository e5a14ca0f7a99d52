/* The oracle through the other entry points.
 *
 *   ORACLE_SPLIT(primal, n, m, lo, hi)     as ORACLE, but the reverse derivative is asked for in two
 *                                          halves
 *   ORACLE_REPLAY(primal, n, m, lo, hi)    the forward derivative is that of a recorded run
 *   ORACLE_VALUE(primal, n, m, lo, hi)     of a function that takes a number by value and returns one,
 *                                          in two halves
 *   ORACLE_WIDTH(primal, n, m, lo, hi)     three lanes at once, each with its own multiple of the
 *                                          seeds: a lane that took from another shows
 *   ORACLE_STRIDE(primal, n, m, lo, hi)    the same with the shadows of all lanes in one block
 *
 * Each defines NAME_oracle(). */
#ifndef ADCC_TESTS_MODES_H
#define ADCC_TESTS_MODES_H

#include "oracle.h"

#ifdef __cplusplus
extern "C" {
#endif
extern int adcc_width, adcc_dupv;
extern void *__adcc_augmentfwd_state(void *, ...);
extern void __adcc_reverse_state(void *, ...);
extern void __adcc_fwdsplit_state(void *, ...);
typedef struct {
  void *tape;
  REAL value;
} ModesAugmented;
typedef struct {
  REAL value, tangent;
} ModesForward;
extern ModesAugmented __adcc_augmentfwd_value(void *, ...);
extern REAL __adcc_reverse_value(void *, ...);
extern ModesForward __adcc_fwddiff_value(void *, ...);
extern int adcc_primal_return;
#ifdef __cplusplus
}
#endif

enum { MODES_LANES = 3, MODES_NUMBERS = 64 };
static const double modes_scale[MODES_LANES] = {1, -2, 0.5};

#define ORACLE_MODE_BEGIN(primal) ORACLE_MODE_BEGIN_OF(primal, primal(in, n, out, m))
#define ORACLE_MODE_BEGIN_OF(primal, plain)                                                        \
  static void primal##_call(OracleMode mode, REAL *in, REAL *din, size_t n, REAL *out, REAL *dout, \
                            size_t m) {                                                            \
    if (mode == ORACLE_CALL_PRIMAL) {                                                              \
      plain;                                                                                       \
      return;                                                                                      \
    }
#define ORACLE_MODE_END(primal, n_, m_, lo, hi)                                                    \
  }                                                                                                \
  static OracleVerdict primal##_oracle(void) {                                                     \
    return oracle_check(#primal, primal##_call, n_, m_, lo, hi);                                   \
  }

#define ORACLE_SPLIT(primal, n_, m_, lo, hi)                                                       \
  ORACLE_MODE_BEGIN(primal)                                                                        \
  if (mode == ORACLE_CALL_REVERSE) {                                                               \
    void *tape = __adcc_augmentfwd_state((void *)primal, adcc_dup, in, din, adcc_const, n,         \
                                         adcc_dup, out, dout, adcc_const, m);                      \
    __adcc_reverse_state((void *)primal, adcc_dup, in, din, adcc_const, n, adcc_dup, out, dout,    \
                         adcc_const, m, tape);                                                     \
  } else                                                                                           \
    __adcc_fwddiff_state((void *)primal, adcc_dup, in, din, adcc_const, n, adcc_dup, out, dout,    \
                         adcc_const, m);                                                           \
  ORACLE_MODE_END(primal, n_, m_, lo, hi)

#define ORACLE_REPLAY(primal, n_, m_, lo, hi)                                                      \
  ORACLE_MODE_BEGIN(primal)                                                                        \
  if (mode == ORACLE_CALL_REVERSE)                                                                 \
    __adcc_autodiff_state((void *)primal, adcc_dup, in, din, adcc_const, n, adcc_dup, out, dout,   \
                          adcc_const, m);                                                          \
  else {                                                                                           \
    void *tape = __adcc_augmentfwd_state((void *)primal, adcc_dup, in, din, adcc_const, n,         \
                                         adcc_dup, out, dout, adcc_const, m);                      \
    __adcc_fwdsplit_state((void *)primal, adcc_dup, in, din, adcc_const, n, adcc_dup, out, dout,   \
                          adcc_const, m, tape);                                                    \
  }                                                                                                \
  ORACLE_MODE_END(primal, n_, m_, lo, hi)

#define ORACLE_VALUE(primal, n_, m_, lo, hi)                                                       \
  static REAL primal##_value(REAL x, REAL *in, size_t n, REAL *out, size_t m) {                    \
    in[n - 1] = in[n - 1] - (REAL)0.3 * x;                                                         \
    primal(in, n, out, m);                                                                         \
    return (REAL)0.5 * out[0] + x * in[0];                                                         \
  }                                                                                                \
  ORACLE_MODE_BEGIN_OF(primal, out[0] = primal##_value(in[0], in, n, out, m))                      \
  if (mode == ORACLE_CALL_REVERSE) {                                                               \
    REAL x = in[0], seed = dout[0];                                                                \
    dout[0] = 0; /* the result overwrites what the function leaves there */                        \
    ModesAugmented first =                                                                         \
        __adcc_augmentfwd_value((void *)primal##_value, adcc_out, x, adcc_dup, in, din,            \
                                adcc_const, n, adcc_dup, out, dout, adcc_const, m);                \
    din[0] += __adcc_reverse_value((void *)primal##_value, adcc_out, x, adcc_dup, in, din,         \
                                   adcc_const, n, adcc_dup, out, dout, adcc_const, m, seed,        \
                                   first.tape);                                                    \
    out[0] = first.value;                                                                          \
  } else {                                                                                         \
    ModesForward both = __adcc_fwddiff_value((void *)primal##_value, adcc_primal_return, adcc_dup, \
                                             in[0], din[0], adcc_dup, in, din, adcc_const, n,      \
                                             adcc_dup, out, dout, adcc_const, m);                  \
    out[0] = both.value;                                                                           \
    dout[0] = both.tangent;                                                                        \
  }                                                                                                \
  ORACLE_MODE_END(primal, n_, m_, lo, hi)

/* Lane 0 is the caller's; the others must come out as its multiples. */
static void modes_spread(const REAL *shadow, REAL *lanes, size_t count) {
  for (size_t lane = 0; lane < MODES_LANES; lane++)
    for (size_t i = 0; i < count; i++)
      lanes[lane * MODES_NUMBERS + i] = (REAL)modes_scale[lane] * shadow[i];
}

/* Takes lane 0 back; where another lane disagrees, a NaN that no check lets pass. */
static void modes_gather(REAL *shadow, const REAL *lanes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    shadow[i] = lanes[i];
    for (size_t lane = 1; lane < MODES_LANES; lane++) {
      double expected = modes_scale[lane] * (double)lanes[i];
      double actual = (double)lanes[lane * MODES_NUMBERS + i];
      double size = oracle_abs(expected) > 1e-3 ? oracle_abs(expected) : 1e-3;
      if (!oracle_near(expected, actual, (sizeof(REAL) < 8 ? 1e-2 : 1e-6) * size)) {
        printf("lane %d, number %d: %g expected, %g found\n", (int)lane, (int)i, expected, actual);
        shadow[i] = (REAL)NAN;
      }
    }
  }
}

#define ORACLE_LANES(primal, n_, m_, lo, hi, ...)                                                  \
  ORACLE_MODE_BEGIN(primal)                                                                        \
  REAL dins[MODES_LANES * MODES_NUMBERS], douts[MODES_LANES * MODES_NUMBERS];                      \
  if (n > MODES_NUMBERS || m > MODES_NUMBERS)                                                      \
    abort();                                                                                       \
  modes_spread(din, dins, n);                                                                      \
  modes_spread(dout, douts, m);                                                                    \
  if (mode == ORACLE_CALL_REVERSE)                                                                 \
    __adcc_autodiff_state((void *)primal, __VA_ARGS__);                                            \
  else                                                                                             \
    __adcc_fwddiff_state((void *)primal, __VA_ARGS__);                                             \
  modes_gather(din, dins, n);                                                                      \
  modes_gather(dout, douts, m);                                                                    \
  ORACLE_MODE_END(primal, n_, m_, lo, hi)

#define ORACLE_WIDTH(primal, n_, m_, lo, hi)                                                       \
  ORACLE_LANES(primal, n_, m_, lo, hi, adcc_width, 3, adcc_dup, in, dins, dins + MODES_NUMBERS,    \
               dins + 2 * MODES_NUMBERS, adcc_const, n, adcc_dup, out, douts,                      \
               douts + MODES_NUMBERS, douts + 2 * MODES_NUMBERS, adcc_const, m)

#define ORACLE_STRIDE(primal, n_, m_, lo, hi)                                                      \
  ORACLE_LANES(primal, n_, m_, lo, hi, adcc_width, 3, adcc_dupv,                                   \
               (size_t)(MODES_NUMBERS * sizeof(REAL)), in, dins, adcc_const, n, adcc_dupv,         \
               (size_t)(MODES_NUMBERS * sizeof(REAL)), out, douts, adcc_const, m)

#endif
