/* Loops whose reverse LLVM has hand on, from one iteration to the next, what memory has as well: terms of two and three
 * neighbours, alone and in one array, with values that are replaced on the way, forwards and backwards. */
#include "oracle.h"

PRIMAL(valleys) {
  double sum = 0;
  for (size_t i = 0; i + 1 < n; i++) {
    double valley = in[i + 1] - in[i] * in[i], distance = 1 - in[i];
    sum += 100 * valley * valley + distance * distance;
  }
  out[m - 1] = sum * 1e-2;
}

PRIMAL(three) {
  double sum = 0;
  for (int i = (int)n - 3; i >= 0; i--)
    sum += in[i] * in[i + 1] * in[i + 2] - in[i + 2] * in[i + 2] * in[i];
  out[m - 1] = sum;
}

PRIMAL(differences) {
  for (size_t i = 0; i + 1 < n; i++)
    out[i % m] += (in[i + 1] - in[i]) * (in[i + 1] - in[i]);
  for (size_t i = n - 1; i > 0; i--)
    in[i] -= 0.5 * in[i - 1] * in[i];
  for (size_t i = 1; i < n; i++)
    out[0] += in[i] * in[i - 1];
}

PRIMAL(replaced) {
  for (size_t i = 1; i < n; i++)
    in[i] = 0.5 * in[i - 1] + in[i] * in[i];
  for (size_t i = 0; i + 1 < n; i++)
    in[i] = in[i + 1] * in[i] + in[i];
  for (size_t i = 0; i + 2 < n; i++)
    in[i + 1] = in[i + 2] * in[i] + 0.25;
  out[0] = in[0] * in[n / 2] + in[n - 1];
  out[m - 1] += in[1 % n];
}

static void step(size_t n, double *restrict new, const double *restrict old, const double *restrict k) {
  for (size_t i = 1; i + 1 < n; i++)
    new[i] = old[i] + k[i] * (old[i + 1] - old[i]) - k[i - 1] * (old[i] - old[i - 1]);
}
PRIMAL(conducted) {
  double a[64], b[64];
  for (size_t i = 0; i < n; i++)
    a[i] = b[i] = in[i] * in[i];
  for (int t = 0; t < 3; t++) {
    step(n, b, a, in);
    step(n, a, b, in);
  }
  for (size_t i = 0; i < n; i++)
    out[i % m] += a[i] * b[i];
}

/* What an iteration hands on here is what the next one computes with: the order stays. */
PRIMAL(substituted) {
  double pivots[64], values[64];
  pivots[0] = 0;
  values[0] = in[0];
  for (size_t i = 1; i < n; i++) {
    double pivot = 1 / (2.1 - 0.3 * pivots[i - 1]);
    pivots[i] = 0.4 * pivot;
    values[i] = (in[i] + 0.3 * values[i - 1]) * pivot;
  }
  for (size_t i = n - 1; i-- > 0;)
    values[i] += pivots[i] * values[i + 1];
  for (size_t i = 0; i < n; i++)
    out[i % m] += values[i] * (double)(i + 1);
}

#define SIZES(primal)                                                                              \
  ORACLE(primal, 3, 2, -1, 1)                                                                      \
  static void primal##_sizes(void) {                                                               \
    for (size_t n = 1; n < 48; n += 1 + n / 4)                                                     \
      oracle_check(#primal, primal##_call, n, 2, -1, 1);                                           \
    primal##_oracle();                                                                             \
  }
SIZES(valleys)
SIZES(three)
SIZES(differences)
SIZES(replaced)
SIZES(conducted)
SIZES(substituted)

int main(void) {
  valleys_sizes();
  three_sizes();
  differences_sizes();
  replaced_sizes();
  conducted_sizes();
  substituted_sizes();
  return oracle_exit();
}
