/* Matrices of a fixed row length that are decomposed in place, with a bound known at run time only.
 * Where no index leaves its row, no element is overwritten once it is final, and all are read
 * again; where one does, rows meet in the same memory, and the derivative is still that of the
 * program. A matrix that is overwritten only afterwards is copied once. */
#include "oracle.h"

#include <adcc/adcc.h>

enum { ROW = 6, LARGE = 64 };

#define DECOMPOSE(name, length)                                                                    \
  static void name(int n, double a[][length]) {                                                    \
    for (int i = 0; i < n; i++) {                                                                  \
      for (int j = 0; j < i; j++) {                                                                \
        for (int k = 0; k < j; k++) a[i][j] -= a[i][k] * a[k][j];                       \
        a[i][j] /= a[j][j];                                                                        \
      }                                                                                            \
      for (int j = i; j < n; j++)                                                                  \
        for (int k = 0; k < i; k++) a[i][j] -= a[i][k] * a[k][j];                       \
    }                                                                                              \
  }
DECOMPOSE(decompose, ROW)
DECOMPOSE(decompose_large, LARGE)

/* With a call that may set errno. */
#define ROOT(name, length)                                                                         \
  static void name(int n, double a[][length]) {                                                    \
    for (int i = 0; i < n; i++) {                                                                  \
      for (int j = 0; j < i; j++) {                                                                \
        for (int k = 0; k < j; k++) a[i][j] -= a[i][k] * a[j][k];                       \
        a[i][j] /= a[j][j];                                                                        \
      }                                                                                            \
      for (int k = 0; k < i; k++) a[i][i] -= a[i][k] * a[i][k];                         \
      a[i][i] = sqrt(a[i][i]);                                                                     \
    }                                                                                              \
  }
ROOT(root, ROW)
ROOT(root_large, LARGE)

/* The bound is in memory. */
static void relax(const int *bound, double a[][ROW]) {
  for (int i = 1; i + 1 < *bound; i++)
    for (int j = 1; j + 1 < *bound; j++)
      a[i][j] = 0.2 * (a[i][j] * a[i - 1][j] + a[i + 1][j] + a[i][j - 1] * a[i][j + 1]);
}

/* Nothing in the nest that reads the matrix overwrites it, but the next one does. */
static void solve_and_clear(int n, double a[][LARGE], double *x) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = i; k < n; k++) sum += a[j][k] * a[i][k];
      x[j] += sin(sum);
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] *= 0.5;
}

static void settle(double *in, size_t n) {
  for (size_t i = 0; i < n; i += ROW + 1)
    in[i] += 9;
}

#define SUM_OF(call)                                                                               \
  double a[80][ROW];                                                                               \
  for (size_t i = 0; i < sizeof a / sizeof(double); i++)                                           \
    (&a[0][0])[i] = i < n ? in[i] : 0.01 * (double)i + 3;                                          \
  settle(&a[0][0], sizeof a / sizeof(double));                                                     \
  call;                                                                                            \
  for (size_t i = 0; i < n; i++)                                                                   \
    out[i % m] += (1 + 0.1 * (double)i) * (&a[0][0])[i];

static volatile int within = 5, beyond = 9;
PRIMAL(in_rows){SUM_OF(decompose(within, a))} PRIMAL(over_rows){
    SUM_OF(decompose(beyond, a))} PRIMAL(root_in_rows){
    SUM_OF(root(within, a))} PRIMAL(root_over_rows){SUM_OF(root(beyond, a))} PRIMAL(relax_in_rows) {
  int bound = within;
  SUM_OF(relax(&bound, a))
}
PRIMAL(relax_over_rows) {
  int bound = beyond;
  SUM_OF(relax(&bound, a))
}
ORACLE(in_rows, 36, 2, 0.2, 1)
ORACLE(over_rows, 36, 2, 0.2, 1)
ORACLE(root_in_rows, 36, 2, 0.2, 1)
ORACLE(root_over_rows, 36, 2, 0.2, 1)
ORACLE(relax_in_rows, 36, 2, 0.2, 1)
ORACLE(relax_over_rows, 36, 2, 0.2, 1)

static double a[LARGE][LARGE], da[LARGE][LARGE], x[LARGE], dx[LARGE];
static void begin(void) {
  for (int i = 0; i < LARGE; i++) {
    for (int j = 0; j < LARGE; j++) {
      a[i][j] = (i == j ? LARGE : 0) + sin(i * j + i);
      da[i][j] = 1;
    }
    dx[i] = 1;
  }
  adcc_tape_reset_peak();
}

static size_t peak(void) {
  struct adcc_tape_statistics stats;
  adcc_tape_stats(&stats);
  return stats.peak_bytes;
}

int main(void) {
  in_rows_oracle();
  over_rows_oracle();
  root_in_rows_oracle();
  root_over_rows_oracle();
  relax_in_rows_oracle();
  relax_over_rows_oracle();
  volatile int n = LARGE;
  begin();
  __adcc_autodiff((void *)decompose_large, n, adcc_dup, a, da);
  EXPECT(peak() <= sizeof a);
  begin();
  __adcc_autodiff((void *)root_large, n, adcc_dup, a, da);
  EXPECT(peak() <= sizeof a);
  begin();
  __adcc_autodiff((void *)solve_and_clear, n, adcc_dup, a, da, adcc_dup, x, dx);
  EXPECT(peak() <= 6 * sizeof a);
  return oracle_exit();
}
