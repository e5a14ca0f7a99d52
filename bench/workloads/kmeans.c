/* The cost of k-means: for each point the squared distance to the nearest of 16 centres in 8
 * dimensions */
#include "nest.h"

enum { CENTERS = 16, DIMENSIONS = 8 };

static inline real distance(const real *RESTRICT x, const real *RESTRICT y) {
  real sum = 0;
  for (int i = 0; i < DIMENSIONS; i++)
    sum += (x[i] - y[i]) * (x[i] - y[i]);
  return sum;
}

static void kernel(int points, real *RESTRICT cost, const real *RESTRICT centers,
                   const real *RESTRICT x) {
  real total = 0;
  for (int p = 0; p < points; p++) {
    real nearest = distance(x + p * DIMENSIONS, centers);
    for (int k = 1; k < CENTERS; k++) {
      real square = distance(x + p * DIMENSIONS, centers + k * DIMENSIONS);
      if (square < nearest)
        nearest = square;
    }
    total += nearest;
  }
  *cost = total;
}

/* The winner's index is all that is remembered, and only for one point. */
BENCH_UNUSED static void gradient(int points, real *cost, real *dcost, const real *restrict centers,
                                  real *restrict dcenters, const real *restrict x) {
  real total = 0, seed = 2 * *dcost;
  for (int p = 0; p < points; p++) {
    int winner = 0;
    real nearest = distance(x + p * DIMENSIONS, centers);
    for (int k = 1; k < CENTERS; k++) {
      real square = distance(x + p * DIMENSIONS, centers + k * DIMENSIONS);
      if (square < nearest) {
        nearest = square;
        winner = k;
      }
    }
    total += nearest;
    for (int i = 0; i < DIMENSIONS; i++)
      dcenters[winner * DIMENSIONS + i] +=
          seed * (centers[winner * DIMENSIONS + i] - x[p * DIMENSIONS + i]);
  }
  *cost = total;
}

BENCH_UNUSED static void shape(Data *data) {
  data->integers[0] = data->size;
  buffer_set(data, 0, OUTPUT, 1, 0.5, 1.5);
  buffer_set(data, 1, INPUT, CENTERS * DIMENSIONS, -1, 1);
  buffer_set(data, 2, CONSTANT, (size_t)data->size * DIMENSIONS, -1, 1);
  data->operations = 3.0 * data->size * CENTERS * DIMENSIONS;
}

#define ARGUMENTS (void *)kernel, CONSTANTS_1, DUPS_2, adcc_const, BENCH_VALUE(2)

BENCH_DEFINE(50, kernel(INTEGERS_1, VALUES_3), gradient(INTEGERS_1, PAIRS_2, BENCH_VALUE(2)),
             __adcc_autodiff(ARGUMENTS), __adcc_fwddiff(ARGUMENTS), 1000, 1000000)
