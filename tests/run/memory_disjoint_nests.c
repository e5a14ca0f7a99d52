/* Nests without `restrict`, run on memory that overlaps and on memory that does not: both versions
 * of each must agree with differences, and leave what the primal alone would leave. */
#include "oracle.h"

__attribute__((noinline)) static void multiply(int rows, double *c, const double *a,
                                               const double *b) {
  for (int i = 0; i < rows; i++)
    for (int k = 0; k < rows; k++)
      for (int j = 0; j < rows; j++)
        c[i * rows + j] += a[i * rows + k] * b[k * rows + j];
}

/* The mean is kept in memory while the row is scaled; where they overlap it changes underway. */
__attribute__((noinline)) static void normalise(int count, double *out, double *mean,
                                                const double *x, const double *scale) {
  *mean = 0;
  for (int i = 0; i < count; i++)
    *mean += x[i] / count;
  for (int i = 0; i < count; i++)
    out[i] = (x[i] - *mean) * *scale;
}

/* Through a moving pointer, and downwards. */
__attribute__((noinline)) static void recur(int count, double *to, const double *from) {
  for (int i = count - 1; i >= 0; i--) {
    *to = from[i] * from[i] + 0.5 * from[count - 1];
    to++;
  }
}

PRIMAL(nests) {
  double work[40];
  for (int i = 0; i < 40; i++)
    work[i] = in[i % n] * (0.5 + 0.02 * i);
  multiply(3, work, work + 9, work + 18);                /* apart */
  multiply(3, work + 4, work + 9, work + 18);            /* the product runs into a factor */
  multiply(3, work + 9, work + 9, work + 9);             /* all one */
  normalise(5, work, work + 30, work + 6, work + 31);    /* apart */
  normalise(5, work, work + 2, work + 6, work + 31);     /* the mean lies in the result */
  normalise(5, work + 7, work + 12, work + 9, work + 8); /* everything overlaps */
  recur(6, work, work + 6);                              /* touching, not overlapping */
  recur(6, work + 20, work + 22);
  for (int j = 0; j < m; j++)
    out[j] = work[3 * j] + work[j + 20] * work[j + 9];
}
ORACLE_MAIN(nests, 7, 6, 0.2, 0.9)
