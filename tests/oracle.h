/* The oracle: a derivative is right when reverse = forward = central differences.
 *
 * A test defines a primal of one uniform shape and names it to ORACLE:
 *
 *   #include "oracle.h"
 *   PRIMAL(square) { out[0] = in[0] * in[0]; }
 *   ORACLE_MAIN(square, 1, 1, 0.5, 2.0)          inputs, outputs, and the range of the inputs
 *
 * The primal maps the whole state z = (in, out) to z'; it may update both in place. For random z
 * and random seeds w the oracle checks, with L = w . z':
 *   reverse   leaves J^T w in the shadows, and z' in the primal arrays, as a plain call does;
 *   forward   turns a tangent t into J t, with w . (J t) = (J^T w) . t;
 *   central differences of L, Richardson-extrapolated over several steps, equal J^T w.
 * Since the seeds of `in` are not zero, this also checks that shadows are added into.
 *
 * ORACLE1(f, lo, hi), ORACLE2(f, lo, hi) do the same for REAL f(REAL) and REAL f(REAL, REAL).
 * CLOSE(actual, expected) compares two numbers. `return oracle_exit();` ends main.
 * REAL may be defined before the include: double (default), float, long double, __float128.
 *
 * Works in C and C++, and under -ffast-math: NaN is recognised by its bits. */
#ifndef ADCC_TESTS_ORACLE_H
#define ADCC_TESTS_ORACLE_H

#include <fenv.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef REAL
#define REAL double
#endif
/* How many times more rounding than a short, well-conditioned program a test may show. */
#ifndef ORACLE_SLACK
#define ORACLE_SLACK 1.0
#endif

#ifdef __cplusplus
extern "C" {
#endif
extern int adcc_dup, adcc_const, adcc_out, adcc_dupnoneed;
extern void __adcc_autodiff_state(void *, ...);
extern void __adcc_fwddiff_state(void *, ...);
extern REAL __adcc_autodiff_1(REAL (*)(REAL), REAL);
extern REAL __adcc_fwddiff_1(REAL (*)(REAL), REAL, REAL);
typedef struct {
  REAL x, y;
} OraclePair;
extern OraclePair __adcc_autodiff_2(REAL (*)(REAL, REAL), REAL, REAL);
extern REAL __adcc_fwddiff_2(REAL (*)(REAL, REAL), REAL, REAL, REAL, REAL);
#ifdef __cplusplus
}
#endif

typedef enum { ORACLE_OK, ORACLE_INCONCLUSIVE, ORACLE_WRONG } OracleVerdict;
typedef enum { ORACLE_CALL_PRIMAL, ORACLE_CALL_REVERSE, ORACLE_CALL_FORWARD } OracleMode;
typedef void OracleCall(OracleMode mode, REAL *in, REAL *din, size_t n, REAL *out, REAL *dout,
                        size_t m);

#define PRIMAL(name) static void name(REAL *in, size_t n, REAL *out, size_t m)

/* Defines NAME_oracle(), which checks the primal NAME. */
#define ORACLE(primal, n_, m_, lo, hi)                                                             \
  static void primal##_call(OracleMode mode, REAL *in, REAL *din, size_t n, REAL *out, REAL *dout, \
                            size_t m) {                                                            \
    if (mode == ORACLE_CALL_PRIMAL)                                                                \
      primal(in, n, out, m);                                                                       \
    else if (mode == ORACLE_CALL_REVERSE)                                                          \
      __adcc_autodiff_state((void *)primal, adcc_dup, in, din, adcc_const, n, adcc_dup, out, dout, \
                            adcc_const, m);                                                        \
    else                                                                                           \
      __adcc_fwddiff_state((void *)primal, adcc_dup, in, din, adcc_const, n, adcc_dup, out, dout,  \
                           adcc_const, m);                                                         \
  }                                                                                                \
  static OracleVerdict primal##_oracle(void) {                                                     \
    return oracle_check(#primal, primal##_call, n_, m_, lo, hi);                                   \
  }

#define ORACLE_MAIN(primal, n, m, lo, hi)                                                          \
  ORACLE(primal, n, m, lo, hi)                                                                     \
  int main(void) {                                                                                 \
    primal##_oracle();                                                                             \
    return oracle_exit();                                                                          \
  }

#define ORACLE1(f, lo, hi)                                                                         \
  do {                                                                                             \
    for (int point_ = 0; point_ < 7; point_++) {                                                   \
      REAL x_ = (REAL)((lo) + ((hi) - (lo)) * (0.03 + point_ / 6.4));                              \
      REAL reverse_ = __adcc_autodiff_1(f, x_), forward_ = __adcc_fwddiff_1(f, x_, (REAL)1.5);     \
      oracle_check_scalar(#f, f, x_, reverse_, forward_);                                          \
    }                                                                                              \
  } while (0)

#define ORACLE2(f, lo, hi)                                                                         \
  do {                                                                                             \
    for (int point_ = 0; point_ < 7; point_++) {                                                   \
      REAL x_ = (REAL)((lo) + ((hi) - (lo)) * (0.03 + point_ / 6.4));                              \
      REAL y_ = (REAL)((hi) - ((hi) - (lo)) * (0.07 + point_ / 7.1));                              \
      OraclePair reverse_ = __adcc_autodiff_2(f, x_, y_);                                          \
      REAL forward_ = __adcc_fwddiff_2(f, x_, (REAL)1.5, y_, (REAL) - 0.5);                        \
      oracle_check_pair(#f, f, x_, y_, reverse_, forward_);                                        \
    }                                                                                              \
  } while (0)

#define CLOSE(actual, expected)                                                                    \
  oracle_close(__FILE__, __LINE__, #actual, (double)(actual), (double)(expected), 1e-9)
#define CLOSE_TO(actual, expected, tolerance)                                                      \
  oracle_close(__FILE__, __LINE__, #actual, (double)(actual), (double)(expected), tolerance)
#define EXPECT(condition) oracle_expect(__FILE__, __LINE__, #condition, (condition) ? 1 : 0)

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunused-function"

static int oracle_failures;
static int oracle_checks;

/* By the bits, because -ffast-math deletes comparisons that only a NaN could fail. */
static int oracle_is_finite(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return (bits >> 52 & 0x7ff) != 0x7ff;
}

static double oracle_max(double a, double b) { return a > b ? a : b; }
static double oracle_abs(double a) { return a < 0 ? -a : a; }

static int oracle_near(double a, double b, double tolerance) {
  return oracle_is_finite(a) && oracle_is_finite(b) && oracle_abs(a - b) <= tolerance;
}

static void oracle_close(const char *file, int line, const char *what, double actual,
                         double expected, double tolerance) {
  oracle_checks++;
  if (oracle_near(actual, expected, tolerance * oracle_max(1, oracle_abs(expected))))
    return;
  oracle_failures++;
  printf("%s:%d: %s is %.17g, expected %.17g\n", file, line, what, actual, expected);
}

static void oracle_expect(const char *file, int line, const char *what, int holds) {
  oracle_checks++;
  if (holds)
    return;
  oracle_failures++;
  printf("%s:%d: not so: %s\n", file, line, what);
}

/* A test that checked nothing has not passed. */
static int oracle_exit(void) {
  if (oracle_checks == 0)
    printf("nothing was checked\n");
  fflush(stdout);
  return oracle_failures != 0 || oracle_checks == 0;
}

static double oracle_random(uint64_t *state, double lo, double hi) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return lo + (hi - lo) * ((double)(z >> 11) / 9007199254740992.0);
}

/* Set it where a program rounds to something shorter than REAL inside. */
static double oracle_precision;

/* The unit roundoff of REAL; nothing below double can be told apart once read as double. */
static double oracle_epsilon(void) {
  if (oracle_precision > 0)
    return oracle_precision;
  volatile REAL epsilon = 1, sum = 2;
  while (sum > 1) {
    epsilon = epsilon / 2;
    sum = 1 + epsilon;
  }
  return oracle_max((double)epsilon * 2, 2.3e-16);
}

typedef struct {
  double value, error;
} OracleDifference;

/* Richardson extrapolation from two step sizes; its error estimate grows at kinks and jumps. */
static OracleDifference oracle_extrapolate(double coarse, double fine) {
  OracleDifference d = {(4 * fine - coarse) / 3, oracle_abs(fine - coarse)};
  return d;
}

/* Keeps the two surest, the best first. */
static void oracle_better(OracleDifference *best, OracleDifference next) {
  if (!oracle_is_finite(next.value) || !oracle_is_finite(next.error))
    return;
  if (next.error < best[0].error) {
    best[1] = best[0];
    best[0] = next;
  } else if (next.error < best[1].error) {
    best[1] = next;
  }
}

#define ORACLE_STEPS 4
static double oracle_step(int step, double epsilon, double x) {
  double h = __builtin_pow(epsilon, 0.2) * oracle_max(1, oracle_abs(x));
  while (step-- > 0)
    h /= 8;
  return h;
}

static double oracle_tolerance(double epsilon) {
  return 30 * __builtin_pow(epsilon, 0.6) * ORACLE_SLACK;
}

static void oracle_check_scalar(const char *name, REAL (*f)(REAL), REAL x, REAL reverse,
                                REAL forward) {
  double epsilon = oracle_epsilon(), value = (double)f(x), actual = (double)reverse;
  OracleDifference found[2] = {{0, 1e300}, {0, 1e300}};
  for (int step = 0; step < ORACLE_STEPS; step++) {
    volatile REAL h = (REAL)oracle_step(step, epsilon, (double)x);
    double coarse = (double)((f(x + h) - f(x - h)) / (2 * h));
    double fine = (double)((f(x + h / 2) - f(x - h / 2)) / h);
    oracle_better(found, oracle_extrapolate(coarse, fine));
  }
  OracleDifference best = found[0];
  double size = oracle_max(oracle_abs(actual), oracle_max(oracle_abs(best.value), 1e-30));
  double tolerance = oracle_tolerance(epsilon) * (size + oracle_abs(value)) + 2 * best.error;
  oracle_checks++;
  if (!oracle_near(actual, best.value, tolerance)) {
    oracle_failures++;
    printf("%s at %.17g: reverse %.17g, differences %.17g +- %.2g\n", name, (double)x, actual,
           best.value, best.error);
  }
  if (!oracle_near((double)forward, 1.5 * actual,
                   64 * epsilon * ORACLE_SLACK * (size + oracle_abs(value)))) {
    oracle_failures++;
    printf("%s at %.17g: reverse %.17g, forward / 1.5 %.17g\n", name, (double)x, actual,
           (double)forward / 1.5);
  }
}

static void oracle_check_pair(const char *name, REAL (*f)(REAL, REAL), REAL x, REAL y,
                              OraclePair reverse, REAL forward) {
  double epsilon = oracle_epsilon(), value = (double)f(x, y);
  double actual[2] = {(double)reverse.x, (double)reverse.y}, size = 1e-30;
  for (int i = 0; i < 2; i++) {
    OracleDifference found[2] = {{0, 1e300}, {0, 1e300}};
    for (int step = 0; step < ORACLE_STEPS; step++) {
      volatile REAL h = (REAL)oracle_step(step, epsilon, i ? (double)y : (double)x), half = h / 2;
      double coarse =
          (double)((i ? f(x, y + h) - f(x, y - h) : f(x + h, y) - f(x - h, y)) / (2 * h));
      double fine =
          (double)((i ? f(x, y + half) - f(x, y - half) : f(x + half, y) - f(x - half, y)) / h);
      oracle_better(found, oracle_extrapolate(coarse, fine));
    }
    OracleDifference best = found[0];
    double part = oracle_max(oracle_abs(actual[i]), oracle_abs(best.value));
    double tolerance = oracle_tolerance(epsilon) * (part + oracle_abs(value)) + 2 * best.error;
    oracle_checks++;
    size += 2 * part;
    if (oracle_near(actual[i], best.value, tolerance))
      continue;
    oracle_failures++;
    printf("%s at (%.17g, %.17g): reverse %d %.17g, differences %.17g +- %.2g\n", name, (double)x,
           (double)y, i, actual[i], best.value, best.error);
  }
  double expected = 1.5 * actual[0] - 0.5 * actual[1];
  if (!oracle_near((double)forward, expected,
                   64 * epsilon * ORACLE_SLACK * (size + oracle_abs(value)))) {
    oracle_failures++;
    printf("%s at (%.17g, %.17g): reverse . t %.17g, forward %.17g\n", name, (double)x, (double)y,
           expected, (double)forward);
  }
}

/* in and out are separate allocations of exact size, so that a sanitizer sees an overrun. */
typedef struct {
  REAL *in, *out;
  size_t n, m;
} OracleState;

static OracleState oracle_state(size_t n, size_t m) {
  OracleState s = {(REAL *)calloc(n + !n, sizeof(REAL)), (REAL *)calloc(m + !m, sizeof(REAL)), n,
                   m};
  if (!s.in || !s.out)
    abort();
  return s;
}

static void oracle_state_free(OracleState s) {
  free(s.in);
  free(s.out);
}

static REAL *oracle_at(OracleState s, size_t i) { return i < s.n ? &s.in[i] : &s.out[i - s.n]; }

static void oracle_copy(OracleState to, OracleState from) {
  for (size_t i = 0; i < to.n; i++)
    to.in[i] = from.in[i];
  for (size_t i = 0; i < to.m; i++)
    to.out[i] = from.out[i];
}

static void oracle_fill(OracleState s, uint64_t *random, double lo, double hi) {
  for (size_t i = 0; i < s.n + s.m; i++)
    *oracle_at(s, i) = (REAL)oracle_random(random, lo, hi);
}

static double oracle_dot(OracleState a, OracleState b, double *size) {
  double sum = 0;
  for (size_t i = 0; i < a.n + a.m; i++) {
    double term = (double)*oracle_at(a, i) * (double)*oracle_at(b, i);
    sum += term;
    *size += oracle_abs(term);
  }
  return sum;
}

/* w . primal(z with z[i] moved by h) */
static double oracle_moved(OracleCall *call, OracleState z, size_t i, double h, OracleState w,
                           OracleState work) {
  double size = 0;
  oracle_copy(work, z);
  *oracle_at(work, i) = (REAL)((double)*oracle_at(z, i) + h);
  call(ORACLE_CALL_PRIMAL, work.in, NULL, work.n, work.out, NULL, work.m);
  return oracle_dot(w, work, &size);
}

/* `size`: of the terms of L, which are rounded; steps that are too short show nothing else. Where
 * no step tells as much as it claims, behind a kink or in a program that magnifies its rounding,
 * the two surest disagree, or another one with what both claim, by `doubt`. */
static OracleDifference oracle_difference(OracleCall *call, OracleState z, size_t i, OracleState w,
                                          OracleState work, double epsilon, double size,
                                          double *doubt) {
  OracleDifference found[2] = {{0, 1e300}, {0, 1e300}}, each[ORACLE_STEPS];
  double x = (double)*oracle_at(z, i);
  for (int step = 0; step < ORACLE_STEPS; step++) {
    double h = oracle_step(step, epsilon, x);
    /* What was really added, after rounding to REAL. */
    double up = (double)(REAL)(x + h) - x, up2 = (double)(REAL)(x + h / 2) - x;
    double down = x - (double)(REAL)(x - h), down2 = x - (double)(REAL)(x - h / 2);
    double coarse =
        (oracle_moved(call, z, i, up, w, work) - oracle_moved(call, z, i, -down, w, work)) /
        (up + down);
    double fine =
        (oracle_moved(call, z, i, up2, w, work) - oracle_moved(call, z, i, -down2, w, work)) /
        (up2 + down2);
    OracleDifference next = oracle_extrapolate(coarse, fine);
    next.error += epsilon * size / h;
    oracle_better(found, next);
    each[step] = next;
  }
  *doubt = found[1].error < 1e300 ? oracle_abs(found[1].value - found[0].value) : 0;
  for (int step = 0; step < ORACLE_STEPS; step++) {
    double apart = oracle_abs(each[step].value - found[0].value);
    if (oracle_is_finite(apart) && apart > each[step].error + found[0].error)
      *doubt = oracle_max(*doubt, apart);
  }
  return found[0];
}

/* Is the number what differences come to with steps much shorter than those that they are most sure
 * of? Then the program changes within these, as the sine of a large number does. */
static int oracle_is_limit(OracleCall *call, OracleState z, size_t i, OracleState w,
                           OracleState work, double epsilon, double size, double actual) {
  double x = (double)*oracle_at(z, i), h = oracle_step(ORACLE_STEPS, epsilon, x);
  double tolerance = 1e-3 * oracle_abs(actual);
  int agree = 0; /* steps in a row: one may by chance */
  for (int step = 0; step < 12 && epsilon * size / h < tolerance; step++, h /= 4) {
    double up = (double)(REAL)(x + h) - x, down = x - (double)(REAL)(x - h);
    double slope =
        (oracle_moved(call, z, i, up, w, work) - oracle_moved(call, z, i, -down, w, work)) /
        (up + down);
    agree = oracle_near(slope, actual, tolerance) ? agree + 1 : 0;
    if (agree == 2)
      return 1;
  }
  return 0;
}

static OracleVerdict oracle_check_point(const char *name, OracleCall *call, OracleState z,
                                        OracleState w, uint64_t *random) {
  size_t n = z.n, m = z.m;
  double epsilon = oracle_epsilon(), size = 0;
  OracleVerdict verdict = ORACLE_OK;
  OracleState after = oracle_state(n, m), primal = oracle_state(n, m);
  OracleState adjoint = oracle_state(n, m), tangent = oracle_state(n, m),
              start = oracle_state(n, m);

  oracle_copy(after, z);
  call(ORACLE_CALL_PRIMAL, after.in, NULL, n, after.out, NULL, m);
  oracle_dot(w, after, &size);

  oracle_copy(primal, z);
  oracle_copy(adjoint, w);
  call(ORACLE_CALL_REVERSE, primal.in, adjoint.in, n, primal.out, adjoint.out, m);
  for (size_t i = 0; i < n + m; i++) {
    double plain = (double)*oracle_at(after, i), got = (double)*oracle_at(primal, i);
    oracle_checks++;
    if (oracle_near(got, plain, 1e3 * epsilon * ORACLE_SLACK * oracle_max(1, oracle_abs(plain))))
      continue;
    printf("%s: reverse leaves %s[%zu] = %.17g, a plain call %.17g\n", name, i < n ? "in" : "out",
           i < n ? i : i - n, got, plain);
    verdict = ORACLE_WRONG;
  }

  for (int direction = 0; direction < 2; direction++) {
    double forward_size = 0, reverse_size = 0;
    oracle_fill(start, random, -1, 1);
    oracle_copy(primal, z);
    oracle_copy(tangent, start);
    call(ORACLE_CALL_FORWARD, primal.in, tangent.in, n, primal.out, tangent.out, m);
    double forward = oracle_dot(w, tangent, &forward_size);
    double reverse = oracle_dot(adjoint, start, &reverse_size);
    double scale = forward_size + reverse_size;
    oracle_checks++;
    int differ = !oracle_near(forward, reverse, 2e3 * epsilon * ORACLE_SLACK * scale);
    if (differ && scale < epsilon * size) { /* zero, but for what was rounded on the way */
      if (verdict == ORACLE_OK)
        verdict = ORACLE_INCONCLUSIVE;
      printf("%s: inconclusive: w.(J t) = %.17g by forward, (J^T w).t = %.17g by reverse\n", name,
             forward, reverse);
    } else if (differ) {
      printf("%s: w.(J t) = %.17g by forward, (J^T w).t = %.17g by reverse\n", name, forward,
             reverse);
      verdict = ORACLE_WRONG;
    }
    for (size_t i = 0; i < n + m; i++) {
      double plain = (double)*oracle_at(after, i), got = (double)*oracle_at(primal, i);
      if (oracle_near(got, plain, 1e3 * epsilon * ORACLE_SLACK * oracle_max(1, oracle_abs(plain))))
        continue;
      printf("%s: forward leaves %s[%zu] = %.17g, a plain call %.17g\n", name, i < n ? "in" : "out",
             i < n ? i : i - n, got, plain);
      verdict = ORACLE_WRONG;
    }
  }

  double tolerance = oracle_tolerance(epsilon);
  double vague =
      100 * tolerance < 0.1 ? 100 * tolerance : 0.1; /* relative: differences tell nothing */
  for (size_t i = 0; i < n + m; i++) {
    double actual = (double)*oracle_at(adjoint, i), doubt;
    OracleDifference d = oracle_difference(call, z, i, w, primal, epsilon, size, &doubt);
    double scale = oracle_max(oracle_abs(actual), oracle_abs(d.value)) + size;
    oracle_checks++;
    if (oracle_near(actual, d.value, tolerance * scale))
      continue;
    int doubtful = !oracle_near(actual, d.value, tolerance * scale + 2 * d.error) &&
                   oracle_near(actual, d.value, tolerance * scale + 2 * doubt);
    if ((d.error > vague * (oracle_abs(d.value) + size) && oracle_is_finite(actual)) || doubtful) {
      if (verdict == ORACLE_OK)
        verdict = ORACLE_INCONCLUSIVE;
      printf("%s: inconclusive: d/d%s[%zu] = %.17g by reverse, %.17g +- %.2g by differences\n",
             name, i < n ? "in" : "out", i < n ? i : i - n, actual, d.value, d.error);
      continue;
    }
    if (oracle_near(actual, d.value, tolerance * scale + 2 * d.error))
      continue;
    if (oracle_is_limit(call, z, i, w, primal, epsilon, size, actual)) {
      if (verdict == ORACLE_OK)
        verdict = ORACLE_INCONCLUSIVE;
      printf("%s: inconclusive: d/d%s[%zu] = %.17g by reverse and shorter steps, %.17g by "
             "differences\n",
             name, i < n ? "in" : "out", i < n ? i : i - n, actual, d.value);
      continue;
    }
    printf("%s: d/d%s[%zu] = %.17g by reverse, %.17g +- %.2g by differences\n", name,
           i < n ? "in" : "out", i < n ? i : i - n, actual, d.value, d.error);
    verdict = ORACLE_WRONG;
  }
  oracle_state_free(after);
  oracle_state_free(primal);
  oracle_state_free(adjoint);
  oracle_state_free(tangent);
  oracle_state_free(start);
  return verdict;
}

/* How many other points may be taken for those where differences tell nothing, as beside a kink. A
 * named program must be conclusive at the first ones; the fuzzer counts what stays inconclusive. */
static int oracle_spare_points;

/* Near an infinity there is nothing to compare; nor in a random program where a value, or a
 * derivative, grows to one on the way and is then multiplied by zero. */
static int oracle_leaves_numbers(const char *name, OracleCall *call, OracleState z, OracleState w) {
  OracleState work = oracle_state(z.n, z.m), tangent = oracle_state(z.n, z.m);
  feclearexcept(FE_OVERFLOW);
  int fine = oracle_is_finite(oracle_moved(call, z, 0, 0, w, work));
  if (oracle_spare_points) {
    oracle_copy(work, z);
    oracle_copy(tangent, w);
    call(ORACLE_CALL_FORWARD, work.in, tangent.in, z.n, work.out, tangent.out, z.m);
    fine = fine && !fetestexcept(FE_OVERFLOW);
  }
  oracle_state_free(work);
  oracle_state_free(tangent);
  if (!fine)
    printf("%s: inconclusive: a plain call or a tangent meets infinities\n", name);
  return fine;
}

static OracleVerdict oracle_check(const char *name, OracleCall *call, size_t n, size_t m, double lo,
                                  double hi) {
#ifndef __FAST_MATH__ /* there the optimiser may make a copy of the oracle for each primal */
  OracleCall *volatile opaque = call;
  call = opaque;
#endif
  uint64_t random = 0x5eed;
  for (const char *c = name; *c; c++)
    random = random * 31 + (unsigned char)*c;
  OracleState z = oracle_state(n, m), w = oracle_state(n, m);
  OracleVerdict worst = ORACLE_OK;
  int spare = oracle_spare_points;
  for (int point = 0; point < 2; point++) {
    oracle_fill(z, &random, lo, hi);
    oracle_fill(w, &random, 0.25, 1.75);
    OracleVerdict verdict = oracle_leaves_numbers(name, call, z, w)
                                ? oracle_check_point(name, call, z, w, &random)
                                : ORACLE_INCONCLUSIVE;
    if (verdict == ORACLE_INCONCLUSIVE && spare-- > 0)
      point--;
    else if (verdict > worst)
      worst = verdict;
  }
  if (worst != ORACLE_OK)
    oracle_failures++;
  oracle_state_free(z);
  oracle_state_free(w);
  return worst;
}

#pragma clang diagnostic pop
#endif
