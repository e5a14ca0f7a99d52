/* Statistics of rows: loops beside one another that walk over the same numbers, so that the reverse
 * sweep adds to one place in several passes; some of these may be put together, others must not:
 * loops that are shifted or run the other way, that read what is summed, or that overlap. */
#include "oracle.h"

enum { SIZE = 96 };

/* Central moments: each loop needs what came of the ones before. */
static void moments(double *moment, const double *x, int columns) {
  double sum = 0, squares = 0, cubes = 0;
  for (int c = 0; c < columns; c++)
    sum += x[c];
  double mean = sum / columns;
  for (int c = 0; c < columns; c++)
    squares += (x[c] - mean) * (x[c] - mean);
  double deviation = sqrt(squares / columns + 0.1);
  for (int c = 0; c < columns; c++) {
    double u = (x[c] - mean) / deviation;
    cubes += u * u * u;
  }
  moment[0] += mean;
  moment[1] += deviation;
  moment[2] += cubes / columns;
}

/* Shares of a total, and of the total of shares: the scaled row is read again. */
static double shares(double *share, const double *x, int columns) {
  double total = 0, weighted = 0;
  for (int c = 0; c < columns; c++)
    total += x[c] * x[c];
  for (int c = 0; c < columns; c++)
    share[c] = x[c] / total;
  for (int c = 0; c < columns; c++)
    weighted += share[c] * x[c] * total;
  for (int c = 0; c < columns; c++)
    share[c] = share[c] * weighted + x[c];
  return weighted;
}

/* Upwards, downwards, and one place apart. */
static double shifted(const double *x, const double *y, int columns) {
  double up = 0, down = 0, next = 0, other = 0;
  for (int c = 0; c < columns; c++)
    up += x[c] * y[c];
  for (int c = columns - 1; c >= 0; c--)
    down += x[c] * up * y[columns - 1 - c];
  for (int c = 0; c < columns; c++)
    next += x[c + 1] * down;
  for (int c = 0; c < columns; c++)
    other += (x[c] - next) * 0.01 * y[c];
  return other;
}

/* The row is replaced between two loops that add to its adjoint. */
static double replaced(double *x, const double *y, int columns) {
  double before = 0, after = 0;
  for (int c = 0; c < columns; c++)
    before += x[c] * y[c];
  for (int c = 0; c < columns; c++)
    x[c] = x[c] * before + y[c];
  for (int c = 0; c < columns; c++)
    after += x[c] * y[c] * before;
  return after;
}

/* Rows of the input itself, which stays as it is: nothing need be kept of them. */
static void rows_of_input(double *out, const double *in, int rows, int columns) {
  for (int r = 0; r < rows; r++)
    moments(out + r, in + r * columns, columns);
}

/* Two results that use one row, and a third that uses the row behind it. */
static void correlation(double *out, const double *x, const double *y, int columns) {
  double mean = 0, other = 0, both = 0, far = 0;
  for (int c = 0; c < columns; c++)
    mean += x[c] * y[c];
  for (int c = 0; c < columns; c++)
    other += (x[c] - mean) * (y[c] - 0.5 * mean);
  for (int c = 0; c < columns; c++)
    both += x[c] * y[c] * other * mean;
  for (int c = 0; c < columns; c++)
    far += x[c + 1] * both;
  out[0] += far + other;
}

PRIMAL(beside) {
  for (int j = 0; j < m; j++)
    out[j] = 0.1 * j;
  int more = in[0] > 100; /* so that no length is known */
  rows_of_input(out, in, 3 - more, 7 + more);
  correlation(out + 2, in, in + 9, 8 + more);
  correlation(out + 3, in + 4, in + 2, 10 - more); /* both are one row */
  double x[SIZE], y[SIZE], moment[3] = {0};
  for (int i = 0; i < SIZE; i++) {
    x[i] = in[i % n] * (0.3 + 0.02 * (i % 13)) + 0.1;
    y[i] = 0.3 + 0.2 * in[(i + 2) % n] * (i % 4);
  }
  double sum = 0;
  for (int r = 0; r < 5; r++) {
    moments(moment, x + 9 * r, 4 + r);
    sum += shares(y + 12 * r, x + 11 * r, 9);
    sum += shifted(x + 8 * r, y + 8 * r, 7);
  }
  sum += shares(y + 8, y + 5, 10);   /* the shares overlap the row */
  sum += shares(x + 70, x + 70, 11); /* and are the row */
  sum += shifted(y, y + 1, 12);
  sum += replaced(x, y, 10) + replaced(y + 20, y + 22, 6);
  moments(moment, y + 30, 17);
  for (int j = 0; j < m; j++)
    out[j] += moment[j % 3] + 0.01 * sum + x[7 * j] * y[5 * j + 1];
}
ORACLE_MAIN(beside, 21, 7, 0.2, 0.9)
