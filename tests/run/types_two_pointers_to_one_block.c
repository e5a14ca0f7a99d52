/* A caller's block that is handed over under two pointers, as floats and as doubles, and serves for
 * one after the other: what was read there as the first is gone later. */
#include "oracle.h"

extern double __adcc_autodiff_work(void *, ...);
extern double __adcc_fwddiff_work(void *, ...);

enum { N = 4 };

static double sum_floats(float *narrow, double *wide, size_t n, double *x) {
  float sum = 0;
  for (size_t i = 0; i < n; i++)
    narrow[i] = (float)x[i] * 2;
  for (size_t i = 0; i < n; i++)
    sum += narrow[i] * narrow[n - 1 - i];
  for (size_t i = 0; i < n; i++)
    wide[i] = sum * x[i] * x[i];
  double total = 0;
  for (size_t i = 0; i < n; i++)
    total += wide[i] * wide[i];
  return total;
}

/* Reverse mode against forward mode, along one direction. */
static void check(void *narrow, void *dnarrow, void *wide, void *dwide) {
  double x[N] = {0.5, 0.7, 0.9, 1.1}, dx[N] = {0}, along = 0;
  const double t[N] = {1, -2, 3, 0.5};
  __adcc_autodiff_work((void *)sum_floats, adcc_dup, narrow, dnarrow, adcc_dup, wide, dwide,
                       adcc_const, (size_t)N, adcc_dup, x, dx);
  for (int i = 0; i < N; i++)
    along += dx[i] * t[i];
  double tangent = __adcc_fwddiff_work((void *)sum_floats, adcc_dup, narrow, dnarrow, adcc_dup,
                                       wide, dwide, adcc_const, (size_t)N, adcc_dup, x, t);
  CLOSE_TO(along, tangent, 1e-5);
}

int main(void) {
  void *blocks[4];
  for (int i = 0; i < 4; i++)
    blocks[i] = calloc(N, sizeof(double));
  check(blocks[0], blocks[1], blocks[0], blocks[1]);
  memset(blocks[1], 0, N * sizeof(double));
  check(blocks[0], blocks[1], blocks[2], blocks[3]);
  for (int i = 0; i < 4; i++)
    free(blocks[i]);
  return oracle_exit();
}
