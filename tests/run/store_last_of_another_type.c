/* A function that leaves a number in memory and then puts integers there: the last store stays the
 * last one, though the number may wait until the reverse sweep is over. */
#include "oracle.h"

extern double __adcc_autodiff_square(void *, ...);

enum { N = 3 };

static double square(double *number, int *counts, double *x, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += x[i] * x[i];
  number[1] = sum;
  for (size_t i = 2; i <= n; i++)
    counts[i] = (int)i;
  return sum;
}

int main(void) {
  double x[N] = {1, 2, 3}, dx[N] = {0};
  void *block = calloc(N, sizeof(double)), *shadow = calloc(N, sizeof(double));
  __adcc_autodiff_square((void *)square, adcc_dup, block, shadow, adcc_const, block, adcc_dup, x,
                         dx, adcc_const, (size_t)N);
  for (int i = 2; i <= N; i++)
    EXPECT(((int *)block)[i] == i);
  for (int i = 0; i < N; i++)
    CLOSE(dx[i], 2 * x[i]);
  free(block);
  free(shadow);
  return oracle_exit();
}
