/* Loops that clang has made vectors of before they are differentiated, with work on vectors ahead of
 * them that only long runs do: skipping a loop on vectors must not skip that. */
#include "oracle.h"

/* The work is done where there is enough for vectors, and to what the loop writes too. */
__attribute__((noinline)) static void grow(double *restrict y, const double *restrict x, int n) {
  if (n >= 16)
    for (int i = 0; i < 16; i++)
      y[i] = y[i] * x[i] + 1;
  for (int i = 0; i < n; i++)
    y[i] = y[i] * x[n - 1 - i];
}

__attribute__((noinline)) static double product_or_sum(const double *x, int n) {
  double sum = 0;
  if (n > 15) {
    double head = 0;
    for (int i = 0; i < 16; i++)
      head += x[i] * x[i];
    if (head > 40)
      return head;
    sum = head;
  }
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sum;
}

__attribute__((noinline)) static double minimum(const double *x, int n, int *place) {
  double least = x[0];
  *place = n;
  for (int i = 1; i < n; i++)
    least = x[i] < least ? x[i] : least;
  return least * x[0];
}

__attribute__((noinline)) static void smooth(double *y, const double *x, int n) {
  for (int i = 0; i < n; i++)
    y[i] += 0.5 * x[i] * x[i];
  for (int i = 0; i < n; i++)
    y[i] /= 1 + y[i] * y[i];
}

PRIMAL(vectorised_before) {
  int place, count = (int)n;
  (void)m;
  double y[48];
  for (int length = 3; length <= count; length += 7) {
    for (int i = 0; i < count; i++)
      y[i] = 1 + 0.1 * in[i];
    grow(y, in, length);
    smooth(y, in, length);
    smooth(y + 1, y, length);
    out[0] += product_or_sum(y, length);
    out[1] += minimum(in, length, &place) * place;
    for (int i = 0; i < count; i++)
      out[2] += y[i];
  }
}
ORACLE_MAIN(vectorised_before, 38, 3, 0.4, 0.9)
