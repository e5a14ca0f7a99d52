/* Dynamic time warping, and a limiter: what an iteration adds to neighbouring places depends on
 * conditions, and the next one adds to some of them again. */
#include "oracle.h"

/* The distance of two series, by the cheapest way through the table of distances. */
__attribute__((noinline)) static double warp(int n, const double *a, const double *b, double *d) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double cost = (a[i] - b[j]) * (a[i] - b[j]), least = 0;
      if (i && j) {
        least = d[(i - 1) * n + j - 1];
        if (d[(i - 1) * n + j] < least)
          least = d[(i - 1) * n + j];
        if (d[i * n + j - 1] < least)
          least = d[i * n + j - 1];
      } else if (i)
        least = d[(i - 1) * n];
      else if (j)
        least = d[j - 1];
      d[i * n + j] = cost + least;
    }
  return d[n * n - 1];
}

/* Differences of the smoother side, in place. */
__attribute__((noinline)) static void limit(int n, double *restrict x, const double *restrict w) {
  for (int i = 2; i + 2 < n; i++) {
    double left = x[i] - x[i - 1], right = x[i + 1] - x[i];
    if (left * right > 0)
      x[i] += 0.1 * w[i] * (fabs(left) < fabs(right) ? left * x[i - 2] : right * x[i + 2]);
    else
      x[i] = 0.5 * x[i] + 0.25 * (x[i - 1] + x[i + 1] * w[i]);
  }
}

PRIMAL(warping) {
  double a[24], b[24], table[24 * 24], line[60], weights[60];
  for (int i = 0; i < 24; i++) {
    a[i] = in[i % n] + 0.03 * i;
    b[i] = in[(2 * i + 1) % n] * 1.1;
  }
  for (int i = 0; i < 60; i++) {
    line[i] = in[(5 * i + 2) % n] * (1 + 0.01 * i);
    weights[i] = in[(3 * i + 1) % n];
  }
  for (int length = 1; length < 5; length++)
    out[length % m] += warp(length, a + length, b, table);
  out[0] += warp(24, a, b, table);
  for (int length = 3; length < 8; length++)
    limit(length, line + 4 * length, weights);
  limit(60, line, weights);
  for (int j = 0; j < m; j++)
    out[j] += line[11 * j + 3] + table[31 * j + 40];
}
ORACLE_MAIN(warping, 9, 5, 0.3, 0.9)
