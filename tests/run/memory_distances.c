// Distances between arrays, by which one address leads through both: added to an address, chosen by
// a condition, carried through a loop. The shadows of the arrays are not as far apart as these are.
#include "oracle.h"
#include <stddef.h>
#include <stdint.h>

static double *at(uintptr_t address) { return (double *)address; }

__attribute__((noinline)) static void squares(const double *from, double *to, int n) {
  uintptr_t apart = (uintptr_t)to - (uintptr_t)from;
  for (int i = 0; i < n; i++, from++)
    *at((uintptr_t)from + apart) = *from * *from;
}

__attribute__((noinline)) static void products(const double *from, double *to, double *other,
                                               int n) {
  uintptr_t apart = (uintptr_t)to - (uintptr_t)from;
  for (int i = 0; i < n; i++) {
    *at((uintptr_t)(from + i) + apart) *= from[i];
    apart = (i % 2 ? (uintptr_t)to : (uintptr_t)other) - (uintptr_t)from;
  }
}

/* Of one array, as many rows apart. */
__attribute__((noinline)) static double sum_of_rows(const double *row, const double *below, int n) {
  ptrdiff_t apart = below - row;
  double sum = 0;
  for (int i = 0; i < n; i++, row++)
    sum += row[0] * row[apart];
  return sum;
}

PRIMAL(between) {
  double *first = malloc((n + 1) * sizeof *first), *second = malloc((n + 7) * sizeof *second);
  for (int i = 0; i < n; i++)
    second[i] = 1 + in[i];
  squares(in, first, n);
  products(in, first, second, n);
  for (int i = 0; i < n; i++)
    out[i] = first[i] * second[i];
  out[0] += sum_of_rows(in, in + n / 2, n / 2) + sum_of_rows(first, first + 2, n - 2);
  free(first);
  free(second);
  (void)m;
}
ORACLE_MAIN(between, 5, 5, 0.5, 1.5)
