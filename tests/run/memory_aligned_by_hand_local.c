/* Pairs at aligned places of variables whose type aligns them less: where those are is found at run
 * time, in the variable, and holds for its shadow as well. */
#include "oracle.h"

typedef double Pair __attribute__((vector_size(16)));
enum { SIZE = 9 };
typedef struct {
  double at[SIZE];
} Numbers;

static size_t first_aligned(const double *a) { return ((uintptr_t)a / sizeof(double)) & 1; }

__attribute__((noinline)) static double energy(double *a) {
  size_t i = first_aligned(a), k = i;
  Pair sum = {0, 0};
  if (i)
    sum[0] += a[0] *= a[0];
  for (; k + 1 < SIZE; k += 2) {
    Pair *pair = (Pair *)(a + k);
    *pair = *pair * *pair;
    sum += *pair;
  }
  if (k < SIZE)
    sum[1] += a[k] *= a[k];
  return sum[0] + sum[1] + a[0] * a[SIZE - 1];
}

PRIMAL(energies) {
  Numbers first, second, third;
  double *a = first.at, *b = second.at, *c = third.at;
  for (int i = 0; i < SIZE; i++) {
    a[i] = sin(in[i % 3]) + i;
    b[i] = a[i] * in[1];
    c[i] = b[i] + in[2] * i;
  }
  out[0] = (energy(a) + energy(b) * energy(c)) / 1000;
}

ORACLE_MAIN(energies, 3, 1, 0.5, 1.5)
