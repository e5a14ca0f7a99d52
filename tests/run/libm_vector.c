// flags: -ffast-math -D_GNU_SOURCE
/* Functions of mathematics in loops over arrays: where an approximation may do, derivatives call
 * versions of them for vectors. Counts that leave some over, and large arguments. */
#include "oracle.h"

enum { MOST = 37 };

/* f, its derivative by hand in long double, and the range of x. */
#define FUNCTIONS(X)                                                                               \
  X(acos, -1 / sqrtl(1 - x * x), -0.9, 0.9)                                                        \
  X(acosh, 1 / sqrtl(x * x - 1), 1.2, 30)                                                          \
  X(asin, 1 / sqrtl(1 - x * x), -0.9, 0.9)                                                         \
  X(asinh, 1 / sqrtl(x * x + 1), -30, 30)                                                          \
  X(atan, 1 / (1 + x * x), -30, 30)                                                                \
  X(atanh, 1 / (1 - x * x), -0.9, 0.9)                                                             \
  X(cbrt, 1 / (3 * cbrtl(x * x)), 0.1, 1e4)                                                        \
  X(cos, -sinl(x), -900, 900)                                                                      \
  X(cosh, sinhl(x), -20, 20)                                                                       \
  X(erf, 2 / sqrtl(3.14159265358979323846L) * expl(-x * x), -3, 3)                                 \
  X(erfc, -2 / sqrtl(3.14159265358979323846L) * expl(-x * x), -2, 2)                               \
  X(exp, expl(x), -80, 80)                                                                         \
  X(exp10, 2.302585092994045684L * expl(2.302585092994045684L * x), -30, 30)                       \
  X(exp2, 0.693147180559945309417L * exp2l(x), -100, 100)                                          \
  X(expm1, expl(x), -5, 5)                                                                         \
  X(log, 1 / x, 1e-3, 1e6)                                                                         \
  X(log10, 1 / (x * 2.302585092994045684L), 1e-3, 1e6)                                             \
  X(log1p, 1 / (1 + x), -0.9, 1e6)                                                                 \
  X(log2, 1 / (x * 0.693147180559945309417L), 1e-3, 1e6)                                           \
  X(sin, cosl(x), -900, 900)                                                                       \
  X(sinh, coshl(x), -20, 20)                                                                       \
  X(tan, 1 + tanl(x) * tanl(x), -1.3, 1.3)                                                         \
  X(tanh, 1 - tanhl(x) * tanhl(x), -3, 3)

static int differs(const char *name, long double actual, long double expected, long double most) {
  if (fabsl(actual - expected) <= most * (fabsl(expected) + 1e-3L))
    return 0;
  printf("%s: %.17Lg, not %.17Lg\n", name, actual, expected);
  return 1;
}

/* Of one type: the loop, and what it is compared with, element by element. */
#define CHECK(type, f, name, derivative, lo, hi, tolerance)                                        \
  static void all_##f(const type *in, type *out, int n) {                                          \
    for (int i = 0; i < n; i++)                                                                    \
      out[i] = f(in[i]);                                                                           \
  }                                                                                                \
  static int check_##f(int n) {                                                                    \
    type in[MOST], out[MOST] = {0}, din[MOST] = {0}, dout[MOST], seed[MOST];                       \
    for (int i = 0; i < n; i++) {                                                                  \
      in[i] = (type)((lo) + ((hi) - (lo)) * ((i * 29 + n) % MOST) / (MOST - 1.0));                 \
      dout[i] = seed[i] = (type)(1 + 0.1 * i);                                                     \
    }                                                                                              \
    __adcc_autodiff_state((void *)all_##f, adcc_dup, in, din, adcc_dup, out, dout, adcc_const, n); \
    int wrong = 0;                                                                                 \
    for (int i = 0; i < n; i++) {                                                                  \
      long double x = in[i], slope = (derivative);                                                 \
      wrong += differs(#f, out[i], name##l(x), tolerance);                                         \
      wrong += differs("slope of " #f, din[i], slope * seed[i], 8 * tolerance);                    \
      wrong += differs("seed", dout[i], 0, tolerance);                                             \
    }                                                                                              \
    return wrong;                                                                                  \
  }
#define CHECK_BOTH(name, derivative, lo, hi)                                                       \
  CHECK(double, name, name, derivative, lo, hi, 4e-13L)                                            \
  CHECK(float, name##f, name, derivative, lo, hi, 2e-5L)
FUNCTIONS(CHECK_BOTH)

/* Functions of two numbers, the library's value beside a sum. */
static double two_numbers(const double *x, const double *y, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += pow(x[i], y[i]) + hypot(x[i], y[i]) * atan2(y[i], x[i]);
  return sum;
}

static int check_two_numbers(int n) {
  double x[MOST], y[MOST], dx[MOST] = {0}, dy[MOST] = {0};
  for (int i = 0; i < n; i++)
    x[i] = 0.5 + 0.1 * i, y[i] = 2.5 - 0.07 * i;
  __adcc_autodiff_state((void *)two_numbers, adcc_dup, x, dx, adcc_dup, y, dy, adcc_const, n);
  int wrong = 0;
  for (int i = 0; i < n; i++) {
    long double a = x[i], b = y[i], r = hypotl(a, b), angle = atan2l(b, a);
    wrong += differs("by x", dx[i], b * powl(a, b - 1) + a / r * angle - b / r, 1e-12L);
    wrong += differs("by y", dy[i], powl(a, b) * logl(a) + b / r * angle + a / r, 1e-12L);
  }
  return wrong;
}

int main(void) {
  int wrong = 0;
  for (int n = 0; n <= MOST; n += n < 9 ? 1 : 7) {
#define CALL(name, derivative, lo, hi) wrong += check_##name(n) + check_##name##f(n);
    FUNCTIONS(CALL)
    wrong += check_two_numbers(n);
  }
  return wrong != 0;
}
