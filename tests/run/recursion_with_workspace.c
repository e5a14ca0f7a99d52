/* A recursion as deep as no stack could hold its work arrays, which are given back before it goes on. */
#include "oracle.h"
#include <stdlib.h>
enum { SIZE = 128 };
static __attribute__((noinline)) double walk(const double *x, int depth, double scale) {
  if (depth == 0)
    return scale;
  double *work = malloc(SIZE * sizeof *work), sum = 0;
  for (size_t i = 0; i < SIZE; i++)
    work[i] = x[(i * 7 + (size_t)depth) & 3] * scale;
  for (size_t i = 0; i < SIZE; i++)
    sum += work[(i * i) % SIZE] * 0.01;
  free(work);
  return walk(x, depth - 1, 0.3 + 0.5 * sin(sum)) * 0.99 + 0.01 * sum;
}
static int depth = 12000;
PRIMAL(deep) {
  (void)n, (void)m;
  out[0] = walk(in, depth, 0.5);
}
ORACLE(deep, 4, 1, 0.5, 1.0)

/* An array that its length makes one of variable length, where the recursion ends. */
static __attribute__((noinline)) double descend(const double *x, size_t n, int left, double scale) {
  if (left == 0) {
    const int many = 2000;
    double work[many], sum = 0;
    for (int i = 0; i < many; i++)
      work[i] = x[(size_t)i % n] * scale;
    for (int i = 0; i < many; i++)
      sum += work[(i * i) % many] * 0.001;
    return sum;
  }
  return descend(x, n, left - 1, sin(scale + x[(size_t)left % n])) * 0.99 + 0.01 * scale;
}
static int levels = 1200;
PRIMAL(bottom) {
  (void)m;
  out[0] = descend(in, n, levels, 0.5);
}
ORACLE(bottom, 4, 1, 0.5, 1.0)

int main(void) {
  deep_oracle();
  bottom_oracle();
  return oracle_exit();
}
