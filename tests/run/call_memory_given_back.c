/* What functions that are not inlined read is given back behind their calls, by others: with its
 * shadow at the end of the derivative, and at once where it has none. Other blocks take its place.
 */
#include "oracle.h"
#define APART __attribute__((noinline))
#define KERNELS(of)                                                                                \
  APART static double weigh_##of(const double *w, const double *x, size_t n) {                     \
    double sum = 0;                                                                                \
    for (size_t i = 0; i < n; i++)                                                                 \
      sum += sin(w[i] * x[i]) * x[i];                                                              \
    return sum;                                                                                    \
  }                                                                                                \
  APART static void give_##of(double *p) { free(p); }                                              \
  APART static void finish_##of(double *p, int *count) {                                           \
    (*count)++;                                                                                    \
    free(p);                                                                                       \
  }                                                                                                \
  APART static double *fresh_##of(size_t n) {                                                      \
    double *p = malloc(n * sizeof *p);                                                             \
    for (size_t i = 0; i < n; i++)                                                                 \
      p[i] = 100 + (double)i;                                                                      \
    return p;                                                                                      \
  }

#define GIVEN_BACK(name, VALUE, RELEASE)                                                           \
  KERNELS(name)                                                                                    \
  PRIMAL(name) {                                                                                   \
    int count = 0;                                                                                 \
    double *w = malloc(n * sizeof *w);                                                             \
    for (size_t i = 0; i < n; i++)                                                                 \
      w[i] = VALUE;                                                                                \
    out[0] = weigh_##name(w, in, n);                                                               \
    RELEASE;                                                                                       \
    double *other = fresh_##name(n);                                                               \
    out[1] = other[1] * in[0] + count;                                                             \
    free(other);                                                                                   \
  }                                                                                                \
  ORACLE(name, 6, 2, 0.5, 1.1)

GIVEN_BACK(active_given, in[i] * in[0], give_active_given(w))
GIVEN_BACK(active_finished, in[i] * in[0], finish_active_finished(w, &count))
GIVEN_BACK(constant_given, 0.5 + 0.1 * (double)i, give_constant_given(w))
GIVEN_BACK(constant_finished, 0.5 + 0.1 * (double)i, finish_constant_finished(w, &count))
GIVEN_BACK(constant_freed, 0.5 + 0.1 * (double)i, free(w))

int main(void) {
  active_given_oracle();
  active_finished_oracle();
  constant_given_oracle();
  constant_finished_oracle();
  constant_freed_oracle();
  return oracle_exit();
}
