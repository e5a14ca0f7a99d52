/* A function that leaves a number in memory and then puts integers, or addresses, there: the last
 * store stays the last one, though the number may wait until the reverse sweep is over. */
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

extern double __adcc_autodiff_norm(void *, ...);

static double norm(double *number, double **places, double *x, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += x[i] * x[i] * x[i];
  number[1] = sum;
  for (size_t i = 0; i < n; i++)
    places[i] = &x[i];
  return sum;
}

static void check_addresses(void) {
  double x[N] = {1, 2, 3}, dx[N] = {0};
  void *block = calloc(N, sizeof(double)), *shadow = calloc(N, sizeof(double));
  __adcc_autodiff_norm((void *)norm, adcc_dup, block, shadow, adcc_const, block, adcc_dup, x, dx,
                       adcc_const, (size_t)N);
  for (int i = 0; i < N; i++) {
    EXPECT(((double **)block)[i] == &x[i]);
    CLOSE(dx[i], 3 * x[i] * x[i]);
  }
  free(block);
  free(shadow);
}

int main(void) {
  check_addresses();
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
