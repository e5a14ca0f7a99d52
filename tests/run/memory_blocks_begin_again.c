/* Blocks that are made for each iteration, of a loop that turns out to run once, that LLVM has
 * begin elsewhere, or that is in another one: each begins with what it was filled with. */
#include "oracle.h"

/* With one round, the loop that is left reads what its last iteration has written. */
static double rounds_of(const double *in, size_t n, size_t count, size_t rounds, double factor) {
  double s = 0;
  for (size_t r = 0; r < rounds; r++) {
    double *p = malloc(count * sizeof *p);
    memset(p, 0, count * sizeof *p);
    for (size_t t = 0; t < n; t++) {
      double c = 0;
      for (size_t j = 0; j < count; j++)
        c += p[j] * in[j % n];
      s += c * c;
      for (size_t j = 0; j < count; j++)
        p[j] = in[t] * factor;
      p[t % count] = in[(t + 1) % n] * c + in[t] * in[t];
    }
    s += (double)r;
    free(p);
  }
  return s;
}
PRIMAL(one_round) {
  out[0] = rounds_of(in, n, m + 2, 1, in[1]);
  for (size_t t = 0; t < n; t++)
    out[1] += rounds_of(in, n, m + 2, 1, in[t]) * in[0];
}

/* The zeros are those of calloc in the inner loop, and must be there in each iteration of the outer
 * one. */
static double sums_in(const double *in, size_t n, size_t count, size_t rounds, double factor) {
  double s = 0;
  for (size_t r = 0; r < rounds; r++) {
    double *p = calloc(count, sizeof *p);
    for (size_t t = 0; t < n; t++)
      p[t % count] += in[t] * factor;
    for (size_t t = 0; t < count; t++)
      s += p[t] * p[t] * in[t % n];
    free(p);
  }
  return s;
}
static double once(const double *in, size_t n, size_t count, double factor) {
  return sums_in(in, n, count, 1, factor);
}
PRIMAL(moved_out_twice) {
  for (size_t t = 0; t < n; t++)
    out[0] += once(in, n, m + 2, in[t]) * in[0];
}

/* What stands ahead of the test may end up behind the rest of the loop, if it is short or long
 * enough. */
#define LEFT_IN_THE_MIDDLE(name, LAST, MORE)                                                       \
  PRIMAL(name) {                                                                                   \
    double s = 0;                                                                                  \
    for (size_t i = 0;; i++) {                                                                     \
      double *p = malloc(n * sizeof *p);                                                           \
      memset(p, 0, n * sizeof *p);                                                                 \
      double c = in[0] * s * in[1] + in[2] * in[3];                                                \
      MORE p[i] = 0.3 * c * c;                                                                     \
      if (i >= LAST) {                                                                             \
        free(p);                                                                                   \
        break;                                                                                     \
      }                                                                                            \
      for (size_t k = 0; k < n; k++)                                                               \
        s += 0.1 * p[k] * p[k] * in[k];                                                            \
      s += in[0];                                                                                  \
      free(p);                                                                                     \
    }                                                                                              \
    out[0] = s;                                                                                    \
  }
LEFT_IN_THE_MIDDLE(left_a, 4, )
LEFT_IN_THE_MIDDLE(left_b, 4, c *= c; c += 0.01 * s; c *= in[3];)
LEFT_IN_THE_MIDDLE(left_c, 4, c *= c; c += 0.01 * s; c *= in[3]; c *= 0.5 * c; c += in[4];)
LEFT_IN_THE_MIDDLE(left_d, m, )
LEFT_IN_THE_MIDDLE(left_e, m, c *= c; c += 0.01 * s; c *= in[3];)
LEFT_IN_THE_MIDDLE(left_f, m, c *= c; c += 0.01 * s; c *= in[3]; c *= 0.5 * c; c += in[4];)

/* What is null where nothing was found is not where the block begins. */
PRIMAL(none_found) {
  for (size_t t = 0; t < n; t++) {
    double *p = malloc((m + 3) * sizeof *p), *best = NULL, *low = NULL;
    for (size_t k = 0; k < m + 3; k++)
      p[k] = in[t] * in[(t + k) % n];
    for (size_t k = 0; k < m + 3; k++)
      if (p[k] > 0.7)
        best = p + k;
    for (size_t k = 0; k < m + 3; k++)
      if (p[k] < 0.1) {
        low = p + k;
        break;
      }
    out[0] += best == p ? 7 * in[t] : p[1] * in[t];
    out[0] += best == low ? 5 * in[t] : 2 * in[t];
    out[1] += best > p ? 5 * in[t] : 2 * in[t];
    if (best)
      out[1] += *best * 0.5;
    free(p);
  }
}

ORACLE(one_round, 5, 2, 0.5, 1.1)
ORACLE(moved_out_twice, 5, 2, 0.5, 1.1)
ORACLE(left_a, 6, 2, 0.5, 0.9)
ORACLE(left_b, 6, 2, 0.5, 0.9)
ORACLE(left_c, 6, 2, 0.5, 0.9)
ORACLE(left_d, 6, 2, 0.5, 0.9)
ORACLE(left_e, 6, 2, 0.5, 0.9)
ORACLE(left_f, 6, 2, 0.5, 0.9)
ORACLE(none_found, 6, 2, 0.3, 0.9)
int main(void) {
  one_round_oracle();
  moved_out_twice_oracle();
  left_a_oracle();
  left_b_oracle();
  left_c_oracle();
  left_d_oracle();
  left_e_oracle();
  left_f_oracle();
  none_found_oracle();
  return oracle_exit();
}
