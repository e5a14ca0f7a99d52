/* Rows behind a table of pointers, which are exchanged as an elimination with pivots does: two
 * entries of the table are never one row, and the pivot's is the same for all rows below it. Tables
 * in which two entries do lead to one row look much the same. */
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

static void eliminate(double **rows, double *right, int n) {
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(rows[i][k]) > fabs(rows[best][k]))
        best = i;
    double *row = rows[k];
    rows[k] = rows[best];
    rows[best] = row;
    double held = right[k];
    right[k] = right[best];
    right[best] = held;
    for (int i = k + 1; i < n; i++) {
      double factor = rows[i][k] / rows[k][k];
      for (int j = k; j < n; j++)
        rows[i][j] -= factor * rows[k][j];
      right[i] -= factor * right[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++)
      right[k] -= rows[k][j] * right[j];
    right[k] /= rows[k][k];
  }
}

PRIMAL(solved) {
  double **rows = make(in, n), right[SIZE];
  for (int i = 0; i < SIZE; i++)
    right[i] = in[i % n];
  eliminate(rows, right, SIZE);
  for (int i = 0; i < SIZE; i++)
    out[i % m] += right[i] * (1 + i);
  give_back(rows);
}
ORACLE(solved, 5, 3, 0.2, 1.4)

/* Each row takes from the one at `from`, whose place goes along with it, or meets it. */
static void spread(double **rows, int from, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      rows[i][j] += 0.2 * rows[from][j] * rows[i][(j + 1) % n];
}

PRIMAL(met) {
  double **rows = make(in, n);
  for (int k = 0; k < SIZE; k++) {
    double *row = rows[k];
    rows[k] = rows[(5 * k + 2) % SIZE];
    rows[(5 * k + 2) % SIZE] = row;
    spread(rows, k, SIZE);
  }
  for (int i = 0; i < SIZE; i++)
    out[i % m] += rows[i][i] * rows[i][1];
  give_back(rows);
}
ORACLE(met, 5, 3, 0.2, 1.4)

static void below(double **rows, int k, int n) {
  for (int i = k + 1; i < n; i++)
    for (int j = 0; j < n; j++)
      rows[i][j] -= 0.3 * rows[k][j] * rows[i][n - 1 - j];
}

/* Two entries of one row; and half an exchange, which makes others. */
PRIMAL(twice) {
  double **rows = make(in, n), *first = rows[0], *last = rows[4];
  rows[4] = first;
  below(rows, 0, SIZE);
  for (int k = 1; k < SIZE - 1; k++) {
    double *row = rows[k];
    rows[k] = rows[k + 1];
    below(rows, k, SIZE);
    rows[k + 1] = row;
  }
  for (int i = 0; i < SIZE; i++)
    out[i % m] += rows[i][i] * rows[i][1];
  for (int i = 0; i < SIZE; i++)
    if (rows[i] == first) {
      rows[i] = last;
      break;
    }
  give_back(rows);
}
ORACLE(twice, 5, 3, 0.2, 1.4)

/* Rows go round by one: no entries are exchanged. */
PRIMAL(round_by_one) {
  double **rows = make(in, n);
  for (int k = 0; k < 4; k++) {
    double *row = rows[0];
    for (int i = 0; i + 1 < SIZE; i++)
      rows[i] = rows[i + 1];
    rows[SIZE - 1] = row;
    below(rows, k, SIZE);
  }
  for (int i = 0; i < SIZE; i++)
    out[i % m] += rows[i][i] * rows[i][1];
  give_back(rows);
}
ORACLE(round_by_one, 5, 3, 0.2, 1.4)

/* Exchanged in between, while a row is gone through. */
PRIMAL(meanwhile) {
  double **rows = make(in, n);
  for (int k = 0; k < SIZE - 1; k++)
    for (int i = k + 1; i < SIZE; i++) {
      for (int j = 0; j < SIZE; j++)
        rows[i][j] -= 0.3 * rows[k][j];
      if (rows[i][k] > rows[k][k]) {
        double *row = rows[k];
        rows[k] = rows[i];
        rows[i] = row;
      }
    }
  for (int i = 0; i < SIZE; i++)
    out[i % m] += rows[i][i] * rows[i][1];
  give_back(rows);
}
ORACLE(meanwhile, 5, 3, 0.2, 1.4)

int main(void) {
  solved_oracle();
  met_oracle();
  twice_oracle();
  round_by_one_oracle();
  meanwhile_oracle();
  return oracle_exit();
}
