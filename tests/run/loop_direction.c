/* Loops whose reverse may run in either direction, and loops whose reverse may not: whether one
 * iteration reads what another wrote shows only when they run. Long enough to be vectorised. */
#include "oracle.h"

__attribute__((noinline)) static void scale(int count, double *to, const double *from,
                                            const double *by) {
  for (int i = 0; i < count; i++)
    to[i] = from[i] * by[i];
}

/* Every second place, downwards, by an unsigned counter of 32 bits. */
__attribute__((noinline)) static void weave(unsigned count, double *to, const double *from) {
  for (unsigned i = count; i-- > 0;)
    to[2 * i] = from[i] * from[i] + 0.25 * to[2 * i + 1];
}

/* The largest by a comparison, and the sums of a row: what follows from all of a loop. */
__attribute__((noinline)) static double soften(int count, double *p, const double *x) {
  double largest = x[0], sum = 0;
  for (int i = 1; i < count; i++)
    if (x[i] > largest)
      largest = x[i];
  for (int i = 0; i < count; i++) {
    p[i] = (x[i] - largest) * (x[i] - largest);
    sum += p[i];
  }
  for (int i = 0; i < count; i++)
    p[i] /= 1 + sum;
  return sum;
}

PRIMAL(directions) {
  double work[160];
  double single[160];
  for (int i = 0; i < 160; i++) {
    work[i] = in[i % n] * (0.7 + 0.004 * i);
    single[i] = work[i] * 0.5;
  }
  scale(40, work, work + 40, work + 80);      /* apart */
  scale(40, work + 1, work, work + 80);       /* each place from the one before */
  scale(40, work + 20, work + 21, work + 90); /* each place from the one behind */
  scale(40, work + 60, work + 50, work + 60); /* in place, and from ten before */
  weave(33, single, single + 80);
  weave(33, single + 20, single + 31);
  out[0] = soften(37, work + 100, work + 30);
  out[1] = soften(37, work + 34, work + 30);
  for (int j = 2; j < m; j++)
    out[j] = work[19 * j] + work[19 * j + 1] * work[17 * j + 3] + single[16 * j + 2];
}
ORACLE_MAIN(directions, 7, 8, 0.3, 0.9)
