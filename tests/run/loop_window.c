/* Loops in place, whose iterations hand on to each other what lies in neighbouring places, and
 * whose reverse adds to several neighbours in each iteration: up and down, by strides, over rows
 * that may be short, from both sides, with places that are only read, written or skipped. */
#include "oracle.h"

/* One sweep over a plane; `columns` may be so few that neighbours of different rows meet. */
__attribute__((noinline)) static void sweep(double *a, int rows, int columns, int reach) {
  for (int i = 1; i < rows - 1; i++)
    for (int j = reach; j < columns - reach; j++) {
      double *up = a + (i - 1) * columns + j, *row = a + i * columns + j;
      double *down = a + (i + 1) * columns + j;
      row[0] = (up[-1] + 0.2 * up[0] * row[-1] + up[1] + row[-1] + row[0] + row[1] + down[-1] + down[0] +
                down[1]) *
               0.09;
    }
}

/* A recursive filter: two places back. */
__attribute__((noinline)) static void filter(double *y, const double *x, int n) {
  for (int i = 2; i < n; i++)
    y[i] = x[i] + 0.4 * y[i - 1] - 0.3 * y[i - 2] * y[i - 1];
}

/* Downwards, with a place in between that the loop does not touch. */
__attribute__((noinline)) static void skipping(double *y, int n) {
  for (int i = n - 1; i >= 2; i--)
    y[i - 2] += 0.1 * y[i] * y[i];
}

/* Every third place, which lies beside what is read. */
__attribute__((noinline)) static void strided(double *y, int n) {
  for (int i = 3; i < n; i += 3)
    y[i] = 0.5 * y[i] + 0.4 * y[i - 3] * y[i - 2];
}

/* What is written ahead is read later, and replaced twice. */
__attribute__((noinline)) static void ahead(double *y, int n) {
  for (int i = 0; i + 2 < n; i++) {
    y[i + 2] = 0.5 * y[i + 2] + 0.2 * y[i] * y[i + 1];
    y[i] = sin(y[i + 1]);
    y[i + 1] -= 0.1 * y[i] * y[i + 2];
  }
}

/* Elimination and substitution in a tridiagonal system. */
__attribute__((noinline)) static void tridiagonal(double *p, double *q, const double *x, int n) {
  p[0] = 0;
  q[0] = x[0];
  for (int i = 1; i < n; i++) {
    double pivot = 1 / (2.1 - 0.3 * p[i - 1]);
    p[i] = 0.4 * pivot;
    q[i] = (x[i] + 0.3 * q[i - 1]) * pivot;
  }
  for (int i = n - 2; i >= 0; i--)
    q[i] += p[i] * q[i + 1];
}

PRIMAL(windows) {
  double plane[90], line[60], other[60];
  for (int i = 0; i < 90; i++)
    plane[i] = in[i % n] * (0.6 + 0.004 * i);
  for (int i = 0; i < 60; i++) {
    line[i] = in[(3 * i + 1) % n] - 0.005 * i;
    other[i] = 0;
  }
  for (int columns = 1; columns < 12; columns++)
    sweep(plane + 1, 6, columns, columns > 7 ? 1 : 0); /* reach 0: beyond both ends of the rows */
  filter(line, plane + 20, 31);
  filter(line + 10, line + 9, 20);
  for (int length = 0; length < 6; length++)
    filter(other + 8 * length, line + 3 * length, length);
  skipping(line + 5, 30);
  strided(plane + 20, 50);
  ahead(line, 40);
  ahead(line + 30, 3);
  tridiagonal(other, other + 30, line + 7, 29);
  for (int j = 0; j < m; j++)
    out[j] = plane[9 * j + 3] * line[6 * j] + other[7 * j + 1] + line[5 * j + 13] + other[3 * j + 30];
}
ORACLE_MAIN(windows, 7, 8, 0.3, 0.9)
