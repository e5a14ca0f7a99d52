/* Factorisations and sweeps in place: the loads of triangular loops whose memory is final by then,
 * loads that a later iteration does overwrite, loops that run down, and rows that overlap because
 * the leading dimension is smaller than the row. */
#include "oracle.h"

static __attribute__((noinline)) void lower_upper(int n, int stride, double *a) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i * stride + j] -= a[i * stride + k] * a[k * stride + j];
      a[i * stride + j] /= a[j * stride + j];
    }
    for (int j = i; j < n; j++)
      for (int k = 0; k < i; k++)
        a[i * stride + j] -= a[i * stride + k] * a[k * stride + j];
  }
}

/* The same dependences, without what loses digits. */
static __attribute__((noinline)) void multiply(int n, int stride, double *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < (i < j ? i : j); k++)
        a[i * stride + j] += 0.1 * a[i * stride + k] * a[k * stride + j];
}

static __attribute__((noinline)) void cholesky(int n, int stride, double *a) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i * stride + j] -= a[i * stride + k] * a[j * stride + k];
      a[i * stride + j] /= a[j * stride + j];
    }
    for (int k = 0; k < i; k++)
      a[i * stride + i] -= a[i * stride + k] * a[i * stride + k];
    a[i * stride + i] = sqrt(a[i * stride + i]);
  }
}

/* Rows below the pivot are overwritten again and again. */
static __attribute__((noinline)) void eliminate(int n, int stride, double *a) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      a[i * stride + k] /= a[k * stride + k];
      for (int j = k + 1; j < n; j++)
        a[i * stride + j] -= a[i * stride + k] * a[k * stride + j];
    }
}

static __attribute__((noinline)) void solve_back(int n, int stride, const double *a, double *x) {
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++)
      x[i] -= a[i * stride + j] * x[j];
    x[i] /= a[i * stride + i];
  }
}

/* What is read was written by the iteration before, or is written by the next one. */
static __attribute__((noinline)) void sweep(int n, int stride, double *a, int ahead) {
  for (int i = 1; i + 1 < n; i++)
    for (int j = 1; j + 1 < n; j++)
      a[i * stride + j] += 0.3 * a[(i - 1) * stride + j] * a[(i + ahead) * stride + j - 1] +
                           sin(a[i * stride + j + 1]);
}

enum { SIDE = 7, STRIDE = 9, WIDE = STRIDE * SIDE };

static double total(const double *a, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += a[i] * sin(a[i] + i);
  return sum;
}

PRIMAL(factorise) {
  int side = (int)(n > 1000 ? 1 : SIDE), stride = (int)(n > 1000 ? 1 : STRIDE);
  double a[2 * WIDE], x[SIDE];
  for (int variant = 0; variant < 7; variant++) {
    for (int i = 0; i < 2 * WIDE; i++)
      a[i] = 0.1 * sin(in[i % (int)n] * (i + 1)) + 0.01 * (i % 5);
    for (int i = 0; i < SIDE; i++) {
      a[i * STRIDE + i] = 3 + in[i % (int)n];
      x[i] = in[i % (int)n] + i;
    }
    switch (variant) {
    case 0:
      lower_upper(side, stride, a);
      solve_back(side, stride, a, x);
      break;
    case 1:
      cholesky(side, stride, a);
      break;
    case 2:
      eliminate(side, stride, a);
      break;
    case 3:
      sweep(side, stride, a, 0);
      break;
    case 4:
      sweep(side, stride, a, 1);
      break;
    case 5: /* rows overlap */
      multiply(side, stride - 5, a);
      break;
    default: /* rows in descending order */
      sweep(side, -stride, a + WIDE, 1);
      multiply(side, -stride, a + WIDE);
    }
    out[0] += total(a, 2 * WIDE) + total(x, SIDE) * (variant + 1);
  }
}
ORACLE_MAIN(factorise, 5, 1, 0.4, 1.5)
