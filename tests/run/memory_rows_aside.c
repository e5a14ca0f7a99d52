/* Entries of a table of rows that are exchanged for what waits elsewhere: the row of another entry,
 * which is in two places then. What is read of the first row changes as the others are gone
 * through. */
#include "oracle.h"

enum { SIZE = 6 };

static double **make(const double *in, size_t n) {
  double **rows = (double **)malloc(SIZE * sizeof *rows);
  for (int i = 0; i < SIZE; i++) {
    rows[i] = (double *)malloc(SIZE * sizeof **rows);
    for (int j = 0; j < SIZE; j++)
      rows[i][j] = sin(in[(i + 3 * j) % n] * (1 + i) + j) + (i == j);
  }
  return rows;
}

static void give_back(double **rows) {
  for (int i = 0; i < SIZE; i++)
    free(rows[i]);
  free(rows);
}

__attribute__((noinline)) static void exchange(double **row, double **other) {
  double *held = *row;
  *row = *other;
  *other = held;
}

static void lower(double **rows, int from, int n) {
  for (int i = from + 1; i < n; i++) {
    double factor = rows[i][from] / (2 + rows[from][from]);
    for (int j = 0; j < n; j++)
      rows[i][j] -= factor * rows[from][j];
  }
}

/* Exchanged for what waits aside, where the row of another entry is, too, and back. */
PRIMAL(aside) {
  double **rows = make(in, n), **waiting = (double **)calloc(3, sizeof *waiting);
  int which = in[0] > 0.8;
  waiting[which] = rows[0];
  for (int t = 0; t < 2; t++) {
    exchange(&rows[3], &waiting[which]);
    lower(rows, 0, (int)n + 1);
  }
  for (int i = 0; i < SIZE; i++)
    out[i % m] += rows[i][i] * rows[i][1];
  free(waiting);
  give_back(rows);
}
ORACLE_MAIN(aside, 5, 3, 0.2, 1.4)
