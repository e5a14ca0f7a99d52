// flags: -ffast-math
/* Updates in place of two places of an array at a distance: the reverse takes the adjoints of both,
 * clears them, and adds to them. Where the loop's own guard says that the two are apart, clearing
 * is left out; elsewhere they may be one place, or that of a neighbouring iteration. */
#include "oracle.h"

enum { COUNT = 32 };

/* The Fourier transform's, with a running factor: half runs are half places apart. */
__attribute__((noinline)) static void transform(double *x, int n, double angle) {
  for (int half = 1; half < n; half *= 2)
    for (int block = 0; block < n; block += 2 * half) {
      double factor = 1, change = cos(angle / half);
      for (int k = 0; k < half; k++) {
        int even = block + k, odd = even + half;
        double product = x[odd] * factor;
        x[odd] = x[even] - product;
        x[even] += product;
        factor *= change;
      }
    }
}

/* Any distance, none and backwards too, and as many runs as are asked for. */
__attribute__((noinline)) static void rotate(double *x, int distance, int runs, double c,
                                             double s) {
  for (int k = 0; k < runs; k++) {
    double a = x[k], b = x[k + distance];
    x[k] = c * a + s * b * b;
    x[k + distance] = c * b - s * a;
  }
}

/* The distance is at least the number that a guard has let through, which may be less than the
 * width of what is accessed. */
__attribute__((noinline)) static void overlap(double *x, int distance, int runs) {
  if (distance >= 2)
    for (int k = 0; k < runs; k++) {
      double pair[2], other[2];
      memcpy(pair, x + 2 * k, sizeof pair);
      memcpy(other, x + k + distance, sizeof other);
      x[2 * k] = pair[0] * other[1];
      x[k + distance] = pair[1] * other[0] + x[2 * k + 1];
    }
}

/* A place that the primal clears itself. */
__attribute__((noinline)) static void drain(double *x, const double *weight, int half) {
  for (int k = 0; k < half; k++) {
    double taken = x[k];
    x[k] = 0;
    x[k + half] = 0.5 * x[k + half] + taken * weight[k];
    x[k] += 0.3 * x[k + half] * weight[k + half];
  }
}

PRIMAL(butterflies) {
  double x[2 * COUNT], weight[COUNT];
  for (int i = 0; i < 2 * COUNT; i++)
    x[i] = sin(in[i % n] + i);
  for (int i = 0; i < COUNT; i++)
    weight[i] = cos(in[i % n] * i);
  transform(x, COUNT, in[0]);
  static const int distances[] = {0, 1, 2, 3, 7, -1, -4, 16};
  for (int i = 0; i < 8; i++)
    rotate(x + 8, distances[i], 9 + i, cos(in[i % n]), 0.1 * sin(in[1]));
  for (int i = 1; i < 6; i++)
    overlap(x, 3 * i - 2, 9);
  drain(x, weight, COUNT / 2);
  drain(x, weight, 5);
  transform(x + COUNT, COUNT, in[1]);
  for (int i = 0; i < 2 * COUNT; i++)
    out[i % m] += 0.2 * x[i] * (1 + i % 5);
}
ORACLE_MAIN(butterflies, 5, 3, 0.2, 1.4)
