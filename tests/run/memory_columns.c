/* Matrices that are worked on in place column by column: what is read is a column that is finished,
 * or one that is still to be overwritten; and rows that are shorter than what is taken for columns. */
#include "oracle.h"

enum { N = 5 };

/* Each column takes what the ones before it give. */
static void factor_by_columns(double *a, int n) {
  for (int j = 0; j < n; j++) {
    for (int k = 0; k < j; k++)
      for (int i = j; i < n; i++)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
    double d = sqrt(a[j * n + j]);
    for (int i = j; i < n; i++)
      a[i * n + j] /= d;
  }
}

/* Each column is given to the ones behind it. */
static void factor_to_the_right(double *a, int n) {
  for (int k = 0; k < n; k++) {
    a[k * n + k] = sqrt(a[k * n + k]);
    for (int i = k + 1; i < n; i++)
      a[i * n + k] /= a[k * n + k];
    for (int j = k + 1; j < n; j++)
      for (int i = j; i < n; i++)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
  }
}

static void fill(double *a, int n, const double *in) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] = i == j ? 4 + in[i] : 0.3 * in[i] * in[j];
}

PRIMAL(by_columns) {
  double *a = (double *)malloc(n * n * sizeof *a);
  fill(a, (int)n, in);
  factor_by_columns(a, (int)n);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++)
      out[j % m] += a[i * n + j];
  free(a);
}

PRIMAL(to_the_right) {
  double *a = (double *)malloc(n * n * sizeof *a);
  fill(a, (int)n, in);
  factor_to_the_right(a, (int)n);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++)
      out[j % m] += a[i * n + j];
  free(a);
}

/* Rows of a fixed size. */
PRIMAL(fixed) {
  static double a[N][N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i == j ? 4 + in[i] : 0.3 * in[i] * in[j];
  for (int k = 0; k < N; k++)
    for (int i = k + 1; i < N; i++) {
      a[i][k] /= a[k][k];
      for (int j = k + 1; j < N; j++)
        a[i][j] -= a[i][k] * a[k][j];
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      out[j % m] += a[i][j] * (i + 1);
}

/* The column that is read is overwritten by the next step. */
static void from_the_next(double *a, int n) {
  for (int j = 0; j + 1 < n; j++)
    for (int i = 0; i < n; i++)
      a[i * n + j] = 0.5 * a[i * n + j] * sin(a[i * n + j + 1]) + 0.1 * a[(n - 1 - i) * n + j + 1];
}

/* What is read is `back` columns before: none of those to come, or the next one. */
static void from_before(double *a, int n, int back) {
  for (int j = 1; j + 1 < n; j++)
    for (int i = 0; i < n; i++)
      a[i * n + j] += 0.3 * sin(a[i * n + j - back]) * a[i * n + j - back];
}

/* The rows are shorter than what is used of them: the end of one is the beginning of the next. */
static void sheared(double *a, int rows, int row, int columns) {
  for (int j = 1; j < columns; j++)
    for (int k = 0; k < j; k++)
      for (int i = 0; i < rows; i++)
        a[i * row + j] += 0.2 * sin(a[i * row + k]) * a[i * row + k];
}

PRIMAL(from_the_next_column) { from_the_next(in, (int)n / 4); }
PRIMAL(from_the_column_before) { from_before(in, (int)n / 4, (int)m - 1); }
PRIMAL(from_the_same_column) { from_before(in, (int)n / 4, (int)m - 1); }
PRIMAL(from_the_column_behind) { from_before(in, (int)n / 4, (int)m - 4); }
PRIMAL(rows_of_their_length) { sheared(in, 3, (int)m, (int)n / 4); }
PRIMAL(short_rows) { sheared(in, 4, (int)m, (int)n / 4); }
PRIMAL(rows_of_one) { sheared(in, 5, (int)m, (int)n / 4); }

ORACLE(by_columns, N, 3, 0.2, 1.4)
ORACLE(to_the_right, N, 3, 0.2, 1.4)
ORACLE(fixed, N, 3, 0.2, 1.4)
ORACLE(from_the_next_column, 16, 1, 0.2, 1.4)
ORACLE(from_the_column_before, 16, 2, 0.2, 1.4)
ORACLE(from_the_same_column, 16, 1, 0.2, 1.4)
ORACLE(from_the_column_behind, 16, 3, 0.2, 1.4)
ORACLE(rows_of_their_length, 16, 4, 0.2, 1.4)
ORACLE(short_rows, 16, 2, 0.2, 1.4)
ORACLE(rows_of_one, 16, 1, 0.2, 1.4)

int main(void) {
  by_columns_oracle();
  to_the_right_oracle();
  fixed_oracle();
  from_the_next_column_oracle();
  from_the_column_before_oracle();
  from_the_same_column_oracle();
  from_the_column_behind_oracle();
  rows_of_their_length_oracle();
  short_rows_oracle();
  rows_of_one_oracle();
  return oracle_exit();
}
