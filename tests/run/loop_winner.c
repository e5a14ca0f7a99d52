/* What is nearest, largest or steepest of a fixed number: the loops over them compute what they
 * compare, take more along than one number, and start from one that may win itself. */
#include "oracle.h"

enum { DIMENSIONS = 3, CENTERS = 15, MOST = 66 };

static double square_distance(const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < DIMENSIONS; i++)
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

/* Of fifteen behind the first. */
__attribute__((noinline)) static double nearest(int points, const double *x, const double *center) {
  double total = 0;
  for (int p = 0; p < points; p++) {
    double least = square_distance(x + p * DIMENSIONS, center);
    for (int k = 1; k <= CENTERS; k++) {
      double square = square_distance(x + p * DIMENSIONS, center + k * DIMENSIONS);
      if (square < least)
        least = square;
    }
    total += least;
  }
  return total;
}

/* The last of equal ones, and what stands beside it. */
#define STEEPEST(COUNT)                                                                            \
  __attribute__((noinline)) static double steepest_##COUNT(const double *x,                        \
                                                           const double *weight) {                 \
    double most = -2, there = 0.5, slope = 0;                                                      \
    for (int i = 0; i < COUNT; i++) {                                                              \
      double rise = (x[i + 1] - x[i]) * weight[i];                                                 \
      if (rise >= most) {                                                                          \
        most = rise;                                                                               \
        there = x[i] * weight[COUNT - i];                                                          \
        slope = x[i + 1] * x[i] + 0.01 * i;                                                        \
      }                                                                                            \
    }                                                                                              \
    return most * there + slope;                                                                   \
  }
STEEPEST(4)
STEEPEST(8)
STEEPEST(9)
STEEPEST(16)
STEEPEST(31)
STEEPEST(64)
STEEPEST(65)

/* One that is read, with what stands at the same place of another array. */
__attribute__((noinline)) static double beside(int count, const double *key, const double *value) {
  double best = 1.4, with = 3;
  for (int i = 0; i < count; i++)
    if (best > key[i]) {
      best = key[i];
      with = value[2 * i] * key[i];
    }
  return best * with;
}

__attribute__((noinline)) static double chosen(const double *x) {
  double most = -1, other = 2;
  for (int i = 0; i < 24; i++) {
    double number = x[i] * x[i + 1] - 0.3 * x[i];
    other = number > most ? x[i + 2] : other;
    most = number > most ? number : most;
  }
  return most * other;
}

PRIMAL(winner) {
  double x[2 * MOST], weight[MOST];
  for (int i = 0; i < 2 * MOST; i++)
    x[i] = in[i % n] * (1 + 0.3 * ((i * 37) % 11) - 0.002 * i);
  for (int i = 0; i < MOST; i++) {
    weight[i] = 0.5 + 0.01 * ((i * 29) % 17) + 0.1 * in[(i + 1) % n];
  }
  out[0] = nearest(20, x, x + 40) + nearest(4, weight, x + 2);
  out[1] = steepest_4(x, weight) + steepest_8(x, weight) + steepest_9(x + 3, weight);
  out[2] = steepest_16(x + 1, weight) + steepest_31(x + 5, weight) + steepest_64(x, weight) +
           steepest_65(x, weight);
  out[3] = beside(5, x, weight) + beside(30, weight, x + 7) + beside(0, x, x) +
           beside(1, weight, x) + beside(8, x, x + 9);
  out[4] = chosen(x) + chosen(x + 20);
}
ORACLE_MAIN(winner, 5, 5, 0.3, 0.9)
