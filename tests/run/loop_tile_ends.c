/* Where what a nest writes begins and ends is a choice among the ends of its accesses, of which
 * those of a tile's rows are in order: upwards, downwards, by a step of run time, all in one row,
 * or under conditions by which only some of them are written. What is read lies before, within and
 * behind. */
#include "oracle.h"

enum { TILE = 4, SIZE = 160 };

/* The rows lie `step` apart, upwards or downwards. */
__attribute__((noinline)) static void product(double *y, int step, const double *x, const double *w,
                                              int rows, int inner, int columns, int times) {
  for (int t = 0; t < times; t++) {
    for (int r = 0; r < rows; r += TILE)
      for (int o = 0; o < columns; o++) {
        double sum[TILE] = {0};
        for (int k = 0; k < inner; k++)
          for (int i = 0; i < TILE; i++)
            sum[i] += x[(r + i) * inner + k] * w[o * inner + k];
        for (int i = 0; i < TILE; i++)
          y[(long)(r + i) * step + o] = 0.2 * sum[i] * sum[i];
      }
    for (int r = 0; r < rows; r++)
      for (int o = 0; o < columns; o++)
        y[(long)r * step + o] *= 1 + 0.1 * x[r * inner + o % inner];
  }
}

/* As unsigned, whose products are not known to be less than the next row's. */
__attribute__((noinline)) static void rows_of(double *y, unsigned long step, const double *x,
                                              int columns, int times) {
  for (int t = 0; t < times; t++)
    for (int o = 0; o < columns; o++) {
      double value = x[o] * x[o + 1];
      y[o] = 0.3 * value + 0.1 * y[o];
      y[step + o] = 0.5 * value * x[o];
      y[2 * step + o] = 0.4 * value;
      y[3 * step + o] = value * 0.2 - y[o];
    }
}

/* One of them alone is written, and the other's place may be nowhere. */
__attribute__((noinline)) static void one_of(double *y, long near, long away, const double *x,
                                             int columns, int times, int which) {
  for (int t = 0; t < times; t++)
    for (int o = 0; o < columns; o++) {
      double value = x[o] * x[o + 1];
      if (which)
        y[near + o] = 0.7 * value;
      else
        y[near + away + o] = 0.8 * value;
    }
}

PRIMAL(ends) {
  double all[SIZE];
  for (int i = 0; i < SIZE; i++)
    all[i] = in[i % n] * (0.6 + 0.01 * (i % 19)) - 0.2;
  double w[24];
  for (int i = 0; i < 24; i++)
    w[i] = in[(i + 1) % n] - 0.1 * i / 24;
  product(all + 80, 5, all, w, 8, 3, 5, 2);       /* apart */
  product(all + 20, 3, all, w, 8, 3, 3, 2);       /* the result behind, and over, what is read */
  product(all + 40, -5, all + 42, w, 8, 3, 4, 2); /* downwards, below what is read */
  product(all + 50, -4, all + 30, w, 8, 3, 4, 3); /* downwards, over it */
  product(all + 10, 0, all + 12, w, 4, 3, 5, 2);  /* in one row */
  rows_of(all, 6, all + 60, 5, 2);                /* apart */
  rows_of(all + 60, 6, all + 76, 5, 2);           /* the last row is read */
  rows_of(all + 90, -7ul, all + 72, 5, 2);        /* upside down, over what is read */
  one_of(all, 100, 1l << 60, all + 98, 6, 2, 1);  /* the other place is nowhere */
  one_of(all, 1l << 60, -(1l << 60) + 30, all + 28, 6, 2, 0);
  for (int j = 0; j < m; j++)
    out[j] = 0;
  for (int i = 0; i < SIZE; i++)
    out[i % m] += all[i] * (1 + 0.2 * all[SIZE - 1 - i]);
}
ORACLE_MAIN(ends, 9, 7, 0.2, 0.9)
