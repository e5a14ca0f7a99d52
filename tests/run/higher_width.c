/* Width together with further derivatives: lanes inside (a derivative of several seeds at once is
 * differentiated) and outside (several directions of a gradient at once: columns of the Hessian),
 * through a loop with a tape, memory and a call that is not inlined. */
#include "oracle.h"
extern int adcc_width;
extern void __adcc_autodiff_lanes(void *, ...);
extern void __adcc_fwddiff_lanes(void *, ...);

__attribute__((noinline)) static double bend(const double *x, double y) {
  return x[0] * sin(y) + x[1] * y * y;
}

static void primal(double *x, double *y) {
  double *work = (double *)malloc(2 * sizeof *work);
  work[0] = x[0] * x[1];
  work[1] = x[0] - 0.3 * x[1];
  double t = 0.4;
  while (t < 1.5) {
    work[0] = 0.6 * bend(x, work[0] + t);
    t += 0.3 + 0.1 * work[1] * work[1];
  }
  y[0] = work[0] * t;
  y[1] = work[1] * sin(work[0]);
  free(work);
}

/* The Jacobian, row by row: seeds (1, 0) and (0, 1) side by side. */
static void rows(double *x, double *rows) {
  double y[2], first[2] = {1, 0}, second[2] = {0, 1};
  for (int i = 0; i < 4; i++)
    rows[i] = 0;
  __adcc_autodiff_lanes((void *)primal, adcc_width, 2, adcc_dup, x, rows, rows + 2, adcc_dup, y,
                        first, second);
}

/* The same, column by column. */
static void columns(double *x, double *columns) {
  double y[2], first[2] = {1, 0}, second[2] = {0, 1}, along_first[2], along_second[2];
  __adcc_fwddiff_lanes((void *)primal, adcc_width, 2, adcc_dup, x, first, second, adcc_dup, y,
                       along_first, along_second);
  for (int i = 0; i < 2; i++) {
    columns[2 * i] = along_first[i];
    columns[2 * i + 1] = along_second[i];
  }
}

PRIMAL(by_rows) {
  rows(in, out);
  (void)n, (void)m;
}
PRIMAL(by_columns) {
  columns(in, out);
  (void)n, (void)m;
}
ORACLE(by_rows, 2, 4, 0.4, 1.2)
ORACLE(by_columns, 2, 4, 0.4, 1.2)

/* Second derivatives of y[k]: d2[k][i][j], by lanes outside of lanes. */
static void second_by_forward(void *jacobian, double *x, double d2[2][2][2]) {
  double j[4], first[2] = {1, 0}, second[2] = {0, 1}, a[4], b[4];
  __adcc_fwddiff_lanes(jacobian, adcc_width, 2, adcc_dup, x, first, second, adcc_dup, j, a, b);
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 2; i++) {
      d2[k][i][0] = a[2 * k + i];
      d2[k][i][1] = b[2 * k + i];
    }
}

static void second_by_reverse(void *jacobian, double *x, double d2[2][2][2]) {
  for (int k = 0; k < 2; k++) {
    double j[4], first[4] = {0, 0, 0, 0}, second[4] = {0, 0, 0, 0};
    first[2 * k] = second[2 * k + 1] = 1;
    d2[k][0][0] = d2[k][0][1] = d2[k][1][0] = d2[k][1][1] = 0;
    __adcc_autodiff_lanes(jacobian, adcc_width, 2, adcc_dup, x, d2[k][0], d2[k][1], adcc_dup, j,
                          first, second);
  }
}

/* Third derivatives, three lanes around two around two: all must agree. */
static void forward_of_rows(double *x, double *d2) {
  second_by_forward((void *)rows, x, (double (*)[2][2])d2);
}
static void reverse_of_columns(double *x, double *d2) {
  second_by_reverse((void *)columns, x, (double (*)[2][2])d2);
}
PRIMAL(third_a) {
  forward_of_rows(in, out);
  (void)n, (void)m;
}
PRIMAL(third_b) {
  reverse_of_columns(in, out);
  (void)n, (void)m;
}
ORACLE(third_a, 2, 8, 0.4, 1.2)
ORACLE(third_b, 2, 8, 0.4, 1.2)

int main(void) {
  by_rows_oracle();
  by_columns_oracle();
  third_a_oracle();
  third_b_oracle();
  double x[2] = {0.7, 0.9}, ways[4][2][2][2];
  second_by_forward((void *)rows, x, ways[0]);
  second_by_forward((void *)columns, x, ways[1]);
  second_by_reverse((void *)rows, x, ways[2]);
  second_by_reverse((void *)columns, x, ways[3]);
  for (int way = 0; way < 4; way++)
    for (int k = 0; k < 2; k++) {
      CLOSE(ways[way][k][0][1], ways[way][k][1][0]);
      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
          CLOSE(ways[way][k][i][j], ways[0][k][i][j]);
    }
  return oracle_exit();
}
