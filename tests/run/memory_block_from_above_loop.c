/* A block made in a loop, or one from before it, that is put into memory in one iteration, and written in
 * another one in which it is read through that memory. */
#include "oracle.h"
static size_t count = 12;
REAL f(REAL x) {
  size_t N = count;
  double **slots = malloc(N * sizeof *slots);
  double *base = malloc(N * sizeof *base);
  for (size_t k = 0; k < N; k++) {
    base[k] = x * k;
    slots[k] = base;
  }
  double *first = malloc(N * sizeof *first);
  for (size_t k = 0; k < N; k++)
    first[k] = x * k + 1;
  double sum = 0, *made[4];
  for (size_t i = 0; i < N; i++) {
    double *block = first;
    if (i % 4 == 3)
      block = made[i / 4] = malloc(N * sizeof *block);
    if (i & 1) {
      double *p = slots[i & 2];
      sum += p[0] * p[0] * x + p[1] * p[1] * p[1] + p[2] * p[2] * p[3] * p[3];
      for (size_t k = 0; k < N; k++)
        block[k] = sin(sum + x * k);
    } else {
      slots[i & 2] = block;
    }
  }
  for (size_t i = 3; i < N; i += 4)
    free(made[i / 4]);
  free(first);
  free(base);
  free(slots);
  return sum;
}
int main(void) {
  ORACLE1(f, 0.2, 1.2);
  return oracle_exit();
}
