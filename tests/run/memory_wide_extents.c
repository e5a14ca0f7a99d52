/* Factorisations in place by indices of 64 bits, signed and not: rows that lie apart, rows that
 * share places, rows that run backwards, and none at all. */
#include "oracle.h"

enum { ROWS = 4, LONGEST = 5, PLACES = LONGEST * LONGEST };

#define FACTORS(name, Index)                                                                       \
  static inline __attribute__((always_inline)) void name(Index n, Index row, REAL *a) {            \
    for (Index i = 0; i < n; i++) {                                                                \
      for (Index j = 0; j < i; j++) {                                                              \
        for (Index k = 0; k < j; k++)                                                              \
          a[i * row + j] -= a[i * row + k] * a[j * row + k];                                       \
        a[i * row + j] /= 2 + a[j * row + j];                                                      \
      }                                                                                            \
      for (Index k = 0; k < i; k++)                                                                \
        a[i * row + i] -= a[i * row + k] * a[i * row + k];                                         \
      a[i * row + i] = sqrt(1 + a[i * row + i] * a[i * row + i]);                                  \
    }                                                                                              \
  }                                                                                                \
  static inline __attribute__((always_inline)) void name##_both(Index n, Index row, REAL *a) {     \
    for (Index k = 0; k < n; k++)                                                                  \
      for (Index i = k + 1; i < n; i++) {                                                          \
        a[i * row + k] /= 2 + a[k * row + k] * a[k * row + k];                                     \
        for (Index j = k + 1; j < n; j++)                                                          \
          a[i * row + j] -= a[i * row + k] * a[k * row + j];                                       \
      }                                                                                            \
  }                                                                                                \
  __attribute__((noinline)) static void name##_rows(Index n, Index row, REAL *a) {                 \
    name(n, row, a);                                                                               \
    name##_both(n, row, a);                                                                        \
  }                                                                                                \
  __attribute__((noinline)) static void name##_square(Index n, REAL *a) {                          \
    name(n, n, a);                                                                                 \
    name##_both(n, n, a);                                                                          \
  }
FACTORS(by_long, long)
FACTORS(by_size, size_t)
FACTORS(by_unsigned, unsigned)

/* Known only at run time. */
long backwards = -ROWS;
size_t none = 0;

static void take(const REAL *in, size_t n, REAL *work, size_t places) {
  for (size_t i = 0; i < places; i++)
    work[i] = in[i % n] * (1 + 0.1 * (double)(i / n));
}

static REAL give(const REAL *work, size_t places) {
  REAL sum = 0;
  for (size_t i = 0; i < places; i++)
    sum += work[i] * cos(work[i] + (double)i);
  return sum;
}

/* Rows of m places: as many as it takes, or fewer, so that they overlap. */
PRIMAL(rows) {
  REAL work[PLACES];
  for (size_t row = 1; row <= m; row++) {
    take(in, n, work, PLACES);
    by_long_rows(ROWS, (long)row, work);
    by_long_square((long)row, work);
    out[row - 1] = give(work, PLACES);
    take(in, n, work, PLACES);
    by_size_rows(ROWS, row, work);
    by_size_square(row, work);
    out[row - 1] += give(work, PLACES);
    take(in, n, work, PLACES);
    by_unsigned_rows(ROWS, (unsigned)row, work);
    by_unsigned_square((unsigned)row, work);
    out[row - 1] *= give(work, PLACES);
  }
}

/* The last row first, by a step that is negative, or so as a size_t. */
PRIMAL(turned) {
  REAL work[ROWS * ROWS];
  take(in, n, work, ROWS * ROWS);
  by_long(ROWS, backwards, work + (ROWS - 1) * ROWS);
  by_size_both(ROWS, (size_t)backwards, work + (ROWS - 1) * ROWS);
  by_size(none, none, work);
  by_long_both(-1, backwards, work);
  out[0] = give(work, ROWS * ROWS) + 0 * (double)m;
}

ORACLE(rows, 16, LONGEST, 0.2, 0.9)
ORACLE(turned, 16, 1, 0.2, 0.9)

int main(void) {
  rows_oracle();
  turned_oracle();
  return oracle_exit();
}
