/* Blocks that each iteration makes and frees in C: checked for NULL, cleared, left by goto, by
 * return, used in some iterations alone, as rows behind pointers, and beside a function that is not
 * inlined. */
#include "oracle.h"
#include <stdlib.h>
#include <string.h>

PRIMAL(plain) {
  double state = in[0];
  for (int step = 0; step < 5; step++) {
    double *a = malloc(n * sizeof *a), *b = calloc(n, sizeof *b);
    if (!a || !b)
      exit(2);
    for (size_t i = 0; i < n; i++)
      a[i] = in[i] * state;
    for (size_t i = step % 2; i < n; i += 2)
      b[i] = a[i] * a[n - 1 - i];
    for (size_t i = 0; i < n; i++)
      state += 0.1 * b[i] * b[(i + 1) % n] + 0.05 * a[i];
    free(a);
    free(b);
  }
  out[0] = state;
}
ORACLE(plain, 6, 1, 0.2, 1.0)

static double leave(const double *in, size_t n, double limit) {
  double result = 0, *work = NULL;
  for (size_t k = 0; k < n; k++) {
    work = malloc((n + 1) * sizeof *work);
    if (!work)
      return -1;
    memcpy(work, in, n * sizeof *work);
    work[n] = in[k] * result;
    for (size_t i = 0; i < n; i++)
      work[i + 1] += work[i] * work[i];
    result += work[n];
    if (result > limit)
      goto done;
    if (result > 2 * limit) {
      free(work);
      return result;
    }
    free(work);
  }
  return result;
done:
  result *= work[0];
  free(work);
  return result;
}
PRIMAL(jumps) {
  out[0] = leave(in, n, 1.0);
  out[1] = leave(in, n, 1000.0) * leave(in, n, 3.0);
}
ORACLE(jumps, 5, 2, 0.2, 0.8)

/* In every third iteration, and with a size that would be too much in the others. */
PRIMAL(seldom) {
  double state = in[0];
  for (size_t step = 0; step < 9; step++) {
    size_t count = n > 100 ? (size_t)1 << 60 : n;
    if (step % 3 == 1) {
      double *a = malloc(count * sizeof *a);
      for (size_t i = 0; i < n; i++)
        a[i] = state * in[i];
      for (size_t i = 1; i < n; i++)
        a[i] *= a[i - 1] + 1;
      state += a[n - 1];
      free(a);
    }
    state *= 0.9;
  }
  out[0] = state;
}
ORACLE(seldom, 5, 1, 0.2, 1.0)

__attribute__((noinline)) static void apart(const double *a, double *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    b[i] = a[i] * a[(i + 1) % n];
}
PRIMAL(called) {
  double state = 1;
  for (int step = 0; step < 4; step++) {
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    for (size_t i = 0; i < n; i++)
      a[i] = in[i] * state;
    apart(a, b, n);
    apart(b, a, n);
    for (size_t i = 0; i < n; i++)
      state += 0.1 * a[i] * b[i];
    free(b);
    free(a);
  }
  out[0] = state;
}
ORACLE(called, 5, 1, 0.2, 1.1)

PRIMAL(rows) {
  double state = 1;
  for (int step = 0; step < 3; step++) {
    double **row = malloc(n * sizeof *row);
    for (size_t i = 0; i < n; i++) {
      row[i] = malloc((i + 1) * sizeof **row);
      for (size_t j = 0; j <= i; j++)
        row[i][j] = in[i] * in[j] * state;
    }
    for (size_t i = 1; i < n; i++)
      for (size_t j = 0; j < i; j++)
        row[i][i] -= 0.1 * row[i][j] * row[j][j];
    for (size_t i = 0; i < n; i++) {
      state += 0.2 * row[i][i];
      free(row[i]);
    }
    free(row);
  }
  out[0] = state;
}
ORACLE(rows, 5, 1, 0.2, 1.1)

/* One block is the next iteration's other one. */
PRIMAL(handed_on) {
  double *last = malloc(n * sizeof *last);
  memcpy(last, in, n * sizeof *last);
  for (int step = 0; step < 5; step++) {
    double *next = malloc(n * sizeof *next);
    for (size_t i = 0; i < n; i++)
      next[i] = last[i] + 0.1 * last[(i + 1) % n] * last[i];
    free(last);
    last = next;
  }
  for (size_t i = 0; i < n; i++)
    out[i % m] += last[i] * last[i];
  free(last);
}
ORACLE(handed_on, 6, 2, 0.2, 1.1)

int main(void) {
  plain_oracle();
  jumps_oracle();
  seldom_oracle();
  called_oracle();
  rows_oracle();
  handed_on_oracle();
  return oracle_exit();
}
