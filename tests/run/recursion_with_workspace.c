/* A recursion as deep as no stack could hold its work arrays, which are given back before it goes on. */
#include "oracle.h"
#include <stdlib.h>
enum { SIZE = 128 };
static __attribute__((noinline)) double walk(const double *x, size_t n, int depth, double scale) {
  if (depth == 0)
    return scale;
  double *work = malloc(SIZE * sizeof *work), sum = 0;
  for (size_t i = 0; i < SIZE; i++)
    work[i] = x[(i * 7 + (size_t)depth) % n] * scale;
  for (size_t i = 0; i < SIZE; i++)
    sum += work[(i * i) % SIZE] * 0.01;
  free(work);
  return walk(x, n, depth - 1, sin(sum)) * 0.99 + 0.01 * sum;
}
static int depth = 20000;
PRIMAL(deep) {
  (void)m;
  out[0] = walk(in, n, depth, 0.5);
}
ORACLE_MAIN(deep, 4, 1, 0.5, 1.0)
