/* Rows that are chosen in a loop: an elimination with pivoting whose matrix, right-hand side and
 * solution are apart, touch, or overlap; rows below the pivot's that only look like other rows
 * because the leading dimension is smaller than the row; a place that is chosen by counting. */
#include "oracle.h"

/* Known only at run time. */
int pivot_sizes[] = {5, 1, 2, 3, 4};

static void solve(int n, int stride, double *a, double *b, double *x) {
  for (int k = 0; k < n; k++) {
    int pivot = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(a[i * stride + k]) > fabs(a[pivot * stride + k]))
        pivot = i;
    if (pivot != k) {
      for (int j = 0; j < n; j++) {
        double held = a[k * stride + j];
        a[k * stride + j] = a[pivot * stride + j];
        a[pivot * stride + j] = held;
      }
      double held = b[k];
      b[k] = b[pivot];
      b[pivot] = held;
    }
    for (int i = k + 1; i < n; i++) {
      double factor = 0.2 * a[i * stride + k] / (1 + fabs(a[k * stride + k]));
      for (int j = k; j < n; j++)
        a[i * stride + j] -= factor * a[k * stride + j];
      b[i] -= factor * b[k];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    double sum = b[i];
    for (int j = i + 1; j < n; j++)
      sum -= 0.2 * a[i * stride + j] * x[j];
    x[i] = sum / (1 + fabs(a[i * stride + i]));
  }
}

/* The row that is used is the one behind as many as have passed a threshold. */
static void gather(int n, int stride, double *a, double *b, double *x) {
  for (int k = 0; k < n; k++) {
    int row = 0;
    for (int i = 0; i < n; i++)
      if (x[i] > 0.5)
        row = row + 1 < n ? row + 1 : row;
    for (int j = 0; j < n; j++)
      b[j] += a[row * stride + j] * x[k];
    x[k] = 0.5 * x[k] + 0.1 * b[row];
  }
}

/* Counts on without end, but for what was there before. */
static void advance(int n, int stride, double *a, double *b, double *x) {
  int at = 0;
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < n; i++)
      if (x[i] > 0.4 + 0.1 * k)
        at++;
    b[k] += a[at % (n * stride)] * a[at % (n * stride)] * x[k];
    a[at % (n * stride)] *= 0.9;
  }
}

enum { ROW = 6, WORK = 60 };

typedef void Solver(int, int, double *, double *, double *);

static inline double places(int side, const double *in, size_t count, Solver *solver) {
  static const int strides[] = {ROW, ROW, ROW, 3, 2};
  static const int right[] = {36, 30, 20, 44, 3}, solution[] = {44, 36, 22, 50, 4};
  double sum = 0;
  for (int place = 0; place < 5; place++) {
    double work[WORK];
    for (int i = 0; i < WORK; i++)
      work[i] = 0.4 + 0.3 * sin(in[i % count] * (i + 1));
    solver(side, strides[place], work, work + right[place], work + solution[place]);
    for (int i = 0; i < WORK; i++)
      sum += work[i] * cos(work[i] + i);
  }
  return sum;
}

PRIMAL(pivoted) {
  for (size_t k = 0; k < m; k++) {
    int side = pivot_sizes[k];
    out[k] =
        places(side, in, n, solve) + places(side, in, n, gather) + places(side, in, n, advance);
  }
}

/* One nest, outermost: `in` and `out` are what might overlap. */
PRIMAL(apart) {
  solve(pivot_sizes[0], ROW, in, in + 30, out);
  gather(pivot_sizes[4], ROW, in, in + 30, out);
  (void)n, (void)m;
}

PRIMAL(within) {
  solve(pivot_sizes[3], 4, out, out + 10, out + 12);
  solve(pivot_sizes[0], 2, out, out + 3, in);
  (void)n, (void)m;
}

ORACLE(pivoted, 7, 5, 0.2, 0.9)
ORACLE(apart, 36, 5, 0.2, 0.9)
ORACLE(within, 5, 16, 0.2, 0.9)

int main(void) {
  pivoted_oracle();
  apart_oracle();
  within_oracle();
  return oracle_exit();
}
