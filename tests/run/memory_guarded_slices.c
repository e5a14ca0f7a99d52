/* Whether what a loop reads is overwritten later shows only when it runs: a result that may lie in
 * the input, slices of one array, a loop within one that ends by its data. */
#include "oracle.h"

/* Roughly least squares: `result` is written once, outside of the loops. */
__attribute__((noinline)) static void residual(int count, double *result, const double *a,
                                               const double *b) {
  double sum = 0;
  for (int i = 0; i < count; i++) {
    double distance = a[i] * a[i] - b[i];
    sum += distance * distance;
  }
  *result = sum;
}

/* Steps until small; the three vectors are slices of one array, `gap` apart. */
__attribute__((noinline)) static void relax(int count, int gap, double *all, const double *scale) {
  double *x = all, *residual = all + gap, *change = residual + gap;
  double size = 1e9;
  for (int k = 0; size > 1e-3 && k < 6; k++) {
    size = 0;
    for (int i = 0; i < count; i++)
      change[i] = scale[i] * residual[i] * x[i];
    for (int i = 0; i < count; i++) {
      x[i] += 0.25 * change[i];
      residual[i] -= 0.5 * change[i] * change[i];
      size += change[i] * change[i];
    }
  }
}

PRIMAL(slices) {
  double work[24];
  for (int i = 0; i < 24; i++)
    work[i] = in[i % n] * (1 + 0.1 * i);
  residual(4, &out[0], work, work + 5);  /* apart */
  residual(4, &work[2], work, work + 5); /* the result lies in an input */
  relax(4, 6, work, in);                 /* apart */
  relax(4, 2, work + 3, in);             /* the slices overlap each other */
  relax(3, 7, work, work + 4);           /* the scale lies in a slice that is not written */
  relax(3, 7, work, work + 8);           /* and in one that is */
  for (int j = 1; j < m; j++)
    out[j] = work[2 * j] * work[2 * j + 1] + work[j + 9];
}
ORACLE_MAIN(slices, 6, 5, 0.2, 0.9)
