/* Elimination in place on rows behind a table of pointers. Where every entry of the table is a block
 * of its own nothing need be kept that the elimination leaves in memory; where two entries are one
 * row, or entries move, or a block goes to two places, what each step overwrites is kept. */
#include "oracle.h"

enum { SIZE = 5 };

static double **make(void) {
  double **table = malloc(SIZE * sizeof *table);
  for (int i = 0; i < SIZE; i++)
    table[i] = malloc(SIZE * sizeof **table);
  return table;
}
static void release(double **table, int rows) {
  for (int i = 0; i < rows; i++)
    free(table[i]);
  free(table);
}
static void fill(double **a, const double *in, size_t n) {
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      a[i][j] = in[(size_t)(i + 2 * j) % n] + (i == j) * 4;
}
static void eliminate(double **a) {
  for (int k = 0; k < SIZE; k++)
    for (int i = k + 1; i < SIZE; i++) {
      a[i][k] /= 4 + a[k][k] * a[k][k];
      for (int j = k + 1; j < SIZE; j++)
        a[i][j] -= a[i][k] * a[k][j];
    }
}
static double measure(double **a) {
  double sum = 0;
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      sum += a[i][j] * a[i][j] * (i + j + 1);
  return sum;
}

PRIMAL(apart) {
  double **a = make();
  fill(a, in, n);
  eliminate(a);
  out[0] = measure(a);
  release(a, SIZE);
  (void)m;
}
ORACLE(apart, 9, 1, -0.8, 0.8)

/* Two entries lead to one row, which a step reads and writes. */
PRIMAL(one_row_twice) {
  double **a = make(), *own = a[3];
  fill(a, in, n);
  a[3] = a[1];
  eliminate(a);
  out[0] = measure(a);
  a[3] = own;
  release(a, SIZE);
  (void)m;
}
ORACLE(one_row_twice, 9, 1, -0.8, 0.8)

/* Each block goes to two entries as soon as it is made. */
PRIMAL(each_row_twice) {
  double **a = malloc(SIZE * sizeof *a);
  for (int i = 0; i <= SIZE / 2; i++) {
    double *row = malloc(SIZE * sizeof *row);
    a[i] = row;
    a[SIZE - 1 - i] = row;
  }
  fill(a, in, n);
  eliminate(a);
  out[0] = measure(a);
  release(a, SIZE / 2 + 1);
  (void)m;
}
ORACLE(each_row_twice, 9, 1, -0.8, 0.8)

/* A block is made in every other turn only, and stored in each. */
PRIMAL(made_now_and_then) {
  double **a = malloc(SIZE * sizeof *a), *row = NULL;
  for (int i = 0; i < SIZE; i++) {
    if (i % 2 == 0)
      row = malloc(SIZE * sizeof *row);
    a[i] = row;
  }
  fill(a, in, n);
  eliminate(a);
  out[0] = measure(a);
  for (int i = 0; i < SIZE; i += 2)
    free(a[i]);
  free(a);
  (void)m;
}
ORACLE(made_now_and_then, 9, 1, -0.8, 0.8)

/* One block for several turns of the loop within. */
PRIMAL(made_further_out) {
  double **a = malloc(SIZE * sizeof *a);
  for (int k = 0; k < SIZE; k += 2) {
    double *row = malloc(SIZE * sizeof *row);
    for (int i = k; i < k + 2 && i < SIZE; i++)
      a[i] = row;
  }
  fill(a, in, n);
  eliminate(a);
  out[0] = measure(a);
  for (int i = 0; i < SIZE; i += 2)
    free(a[i]);
  free(a);
  (void)m;
}
ORACLE(made_further_out, 9, 1, -0.8, 0.8)

/* Entries change places between the steps. */
PRIMAL(moving) {
  double **a = make();
  fill(a, in, n);
  for (int k = 0; k < SIZE; k++) {
    double *first = a[k];
    a[k] = a[(k + 2) % SIZE];
    a[(k + 2) % SIZE] = first;
    for (int i = k + 1; i < SIZE; i++) {
      a[i][k] /= 4 + a[k][k] * a[k][k];
      for (int j = k + 1; j < SIZE; j++)
        a[i][j] -= a[i][k] * a[k][j];
    }
  }
  out[0] = measure(a);
  release(a, SIZE);
  (void)m;
}
ORACLE(moving, 9, 1, -0.8, 0.8)

/* Entries are copied in one go, so that one table has rows of the other, one of them twice. */
PRIMAL(copied) {
  double **a = make(), **b = make(), *own[SIZE];
  fill(a, in, n);
  memcpy(own, b, sizeof own);
  memcpy(b + 1, a, (n - 6) * sizeof *b);
  memcpy(b + 4, a + 1, (n - 8) * sizeof *b);
  fill(b, in, n - 1);
  eliminate(b);
  out[0] = measure(b) + measure(a);
  memcpy(b, own, sizeof own);
  release(a, SIZE);
  release(b, SIZE);
  (void)m;
}
ORACLE(copied, 9, 1, -0.8, 0.8)

/* A row that is longer than others, on the stack, and the steps run upwards or downwards. */
PRIMAL(on_stack) {
  double first[SIZE + 3], second[SIZE + 1], third[SIZE];
  double *a[3] = {first, second, third};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < SIZE; j++)
      a[i][j] = in[(size_t)(i + 2 * j) % n] + 1;
  for (int step = 0; step < 3; step++)
    for (int i = 2; i >= 0; i--)
      for (int j = SIZE - 1; j > 0; j--)
        a[i][j] = a[i][j] * a[(i + 1) % 3][j - 1] * 0.3 + a[i][j - 1];
  out[0] = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < SIZE; j++)
      out[0] += a[i][j] * a[i][j];
  (void)m;
}
ORACLE(on_stack, 9, 1, -0.8, 0.8)

/* A table of distances: each row from the one before. */
PRIMAL(row_by_row) {
  int rows = (int)n + 1, columns = 6;
  double **d = malloc((size_t)rows * sizeof *d);
  for (int i = 0; i < rows; i++) {
    d[i] = malloc((size_t)columns * sizeof **d);
    d[i][0] = 0.1 * i;
  }
  for (int j = 0; j < columns; j++)
    d[0][j] = 0.2 * j;
  for (int i = 1; i < rows; i++)
    for (int j = 1; j < columns; j++)
      d[i][j] = in[i - 1] * d[i - 1][j] + sin(d[i][j - 1] + d[i - 1][j - 1]);
  out[0] = d[rows - 1][columns - 1];
  release(d, rows);
  (void)m;
}
ORACLE(row_by_row, 9, 1, -0.8, 0.8)

int main(void) {
  apart_oracle();
  one_row_twice_oracle();
  each_row_twice_oracle();
  made_now_and_then_oracle();
  made_further_out_oracle();
  moving_oracle();
  copied_oracle();
  on_stack_oracle();
  row_by_row_oracle();
  return oracle_exit();
}
