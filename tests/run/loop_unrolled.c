/* Loops that clang unrolls at run-time counts and at constant ones, with what is left over ahead or
 * behind, in a loop or not: each is one loop again before it is differentiated. Beside them loops
 * that look as if they had been unrolled, and iterations that ask for the bits of their number. */
#include "oracle.h"

#include <adcc/adcc.h>
#define N 40
__attribute__((noinline)) static void in_place(int n, int j, double A[N][N]) {
  for (int k = 0; k < n; k++)
    A[j][j] -= 0.01 * A[j][k] * A[k][j];
}
__attribute__((noinline)) static double product(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 0.9 + a[i] * b[i];
  return sum;
}
__attribute__((noinline)) static void triangle(int n, int i, const double *A, double *y) {
  for (int j = i + 1; j < n; j++)
    y[i] -= 0.1 * A[j * n + i] * y[j];
}
__attribute__((noinline)) static void recurrence(int n, double *x) {
  for (int i = 1; i < n; i++)
    x[i] = x[i - 1] * 0.5 + x[i] * x[i];
}
__attribute__((noinline)) static void relax(int n, double *x) {
  for (int i = 1; i < n - 1; i++)
    x[i] = 0.3 * (x[i - 1] * x[i] + x[i] + x[i + 1]);
}
__attribute__((noinline)) static void stencil(int n, const double *x, double *y) {
  for (int i = 1; i < n - 1; i++)
    y[i] = 0.3 * x[i - 1] * x[i + 1] + x[i];
}
__attribute__((noinline)) static double indexed(int n, const int *k, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 0.5 + x[k[i]] * x[k[i]];
  return sum;
}
__attribute__((noinline)) static double constant_count(const double *x) {
  double sum = 0;
  for (int i = 0; i < 200; i++)
    sum = sum * 0.7 + x[i] * x[i];
  return sum;
}
__attribute__((noinline)) static double left_in_the_middle(const double *x) {
  double sum = 0;
  for (int i = 0; i < 203; i++)
    sum = sum * 0.7 + x[i] * x[i];
  return sum;
}
__attribute__((noinline)) static double backwards(int n, const double *x) {
  double sum = 0;
  for (int i = n - 1; i >= 0; i--)
    sum = sum * 0.8 + x[i] * x[i];
  return sum;
}
__attribute__((noinline)) static double strided(int n, int step, const double *x) {
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum = sum * 0.8 + x[i * step] * x[i * step];
  return sum;
}
__attribute__((noinline)) static double before_last(int n, const double *x, double *before) {
  double sum = 0, last = 1;
  for (int i = 0; i < n; i++) {
    *before = last;
    last = sum;
    sum = sum * 0.6 + x[i] * x[i];
  }
  *before += last;
  return sum;
}
/* The last of an odd number of iterations computes no next root. */
__attribute__((noinline)) static void butterflies(int half, double step_re, double step_im,
                                                  double *x) {
  double re = 1, im = 0;
  for (int k = 0; k < half; k++) {
    double *even = x + 2 * k, *odd = even + 2 * half;
    double odd_re = odd[0] * re - odd[1] * im, odd_im = odd[0] * im + odd[1] * re;
    odd[0] = even[0] - odd_re;
    odd[1] = even[1] - odd_im;
    even[0] += odd_re;
    even[1] += odd_im;
    double next = re * step_re - im * step_im;
    im = re * step_im + im * step_re;
    re = next;
  }
}
/* Bits of the number: what is known of them differs from iteration to iteration. */
__attribute__((noinline)) static double bits(int n, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 0.9 + x[i | 1] * x[i & 6] + x[i >> 1] * x[(i + 1) & 7];
  return sum;
}
__attribute__((noinline)) static void halves(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i / 2] = y[i / 2] * 0.5 + x[i] * x[i ^ 1];
}
/* By hand, and not alike: other factors, other places, another order, another rest. */
__attribute__((noinline)) static double factors(int n, const double *x) {
  double sum = 0;
  for (int i = 0; i + 1 < n; i += 2) {
    sum = sum * 0.9 + x[i] * x[i];
    sum = sum * 0.8 + x[i + 1] * x[i + 1];
  }
  return sum;
}
__attribute__((noinline)) static void crossed(int n, double *x) {
  for (int i = 0; i + 1 < n; i += 2) {
    double t = x[i] * x[i];
    x[i] = x[i + 1] * 0.5;
    x[i + 1] = t;
  }
}
__attribute__((noinline)) static void two_sums(int n, const double *x, double *y) {
  double a = 0, b = 1;
  for (int i = 0; i + 1 < n; i += 2) {
    a = a * 0.9 + x[i] * x[i];
    b = b * 0.9 + x[i + 1] * x[i + 1];
  }
  y[0] += a, y[1] += a * b;
}
__attribute__((noinline)) static double other_rest(int n, const double *x) {
  double sum = 0;
  int i = 0;
  for (; i + 1 < n; i += 2) {
    sum = sum * 0.9 + x[i] * x[i];
    sum = sum * 0.9 + x[i + 1] * x[i + 1];
  }
  if (i < n)
    sum = sum * 0.8 + x[i] * x[i];
  return sum;
}
__attribute__((noinline)) static double by_hand(int n, const double *x) {
  double sum = 0;
  int i = 0;
  for (; i + 3 < n; i += 4) {
    sum = sum * 0.9 + x[i] * x[i];
    sum = sum * 0.9 + x[i + 1] * x[i + 1];
    sum = sum * 0.9 + x[i + 2] * x[i + 2];
    sum = sum * 0.9 + x[i + 3] * x[i + 3];
  }
  for (; i < n; i++)
    sum = sum * 0.9 + x[i] * x[i];
  return sum;
}
__attribute__((noinline)) static void stale(int n, double *x, double *y) {
  /* the second half reads what the first has just written, or not */
  for (int i = 0; i + 1 < n; i += 2) {
    double next = x[i + 1];
    x[i] = x[i] * 0.5 + y[i] * y[i];
    x[i + 1] = next * 0.5 + y[i + 1] * y[i + 1];
    y[i + 1] = x[i];
    y[i + 2] = x[i + 1];
  }
}

PRIMAL(unrolled) {
  static double A[N][N], x[256], y[256];
  int k[N];
  for (int i = 0; i < N; i++) {
    k[i] = i * 7 % N;
    for (int j = 0; j < N; j++)
      A[i][j] = 0.3 * in[(size_t)(i + j) % n] + 0.01 * i;
  }
  for (int i = 0; i < 256; i++) {
    x[i] = 0.5 * in[(size_t)i % n] + 0.001 * i;
    y[i] = 0.2 * in[(size_t)(i + 2) % n] - 0.002 * i;
  }
  double sum = 0, before = 0;
  for (int count = 0; count < 20; count++) {
    in_place(count, 3 + count, A);
    sum = 0.7 * sum + product(count, x, y);
    triangle(count, count / 3, &A[0][0], y);
    recurrence(count, x + 20);
    relax(count, x + 60);
    stencil(count, x, y + 100);
    sum += 0.1 * indexed(count, k, x) + 0.1 * backwards(count, y) + 0.1 * strided(count, 3, x);
    sum += 0.1 * before_last(count, y, &before) + 0.01 * bits(count, x) + 0.01 * before;
    halves(count, x, y + 140);
    butterflies(count % 7, 0.8, 0.6 * y[count], x + 30 + count);
    sum += 0.1 * factors(count, x) + 0.1 * other_rest(count, y) + 0.1 * by_hand(count, x + 3);
    crossed(count, x + 100);
    two_sums(count, x, y + 200);
    stale(count, x + 140, y + 220);
  }
  sum += constant_count(x) + left_in_the_middle(x + 2);
  for (int i = 0; i < 256; i++)
    out[(size_t)i % m] += 0.1 * x[i] + 0.05 * y[i] * (1 + i % 3);
  for (int i = 0; i < N; i++)
    out[(size_t)i % m] += A[i][i] * 0.1 + A[i][2] * 0.1;
  out[0] += sum;
}
ORACLE(unrolled, 8, 5, 0.2, 1.1)

/* What is added up in memory is read again, not kept for each iteration, if the loops are seen. */
enum { LARGE = 64 };
static void multiply(int n, double *c, const double *a, const double *b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

static void multiply_large(void) {
  static double a[LARGE * LARGE], b[LARGE * LARGE], c[LARGE * LARGE];
  static double da[LARGE * LARGE], db[LARGE * LARGE], dc[LARGE * LARGE];
  for (int i = 0; i < LARGE * LARGE; i++)
    a[i] = sin(i), b[i] = cos(i), dc[i] = 1;
  volatile int n = LARGE;
  adcc_tape_reset_peak();
  __adcc_autodiff((void *)multiply, n, adcc_dup, c, dc, adcc_dup, a, da, adcc_dup, b, db);
  struct adcc_tape_statistics stats;
  adcc_tape_stats(&stats);
  EXPECT(stats.peak_bytes <= 2 * sizeof a); /* kept for each iteration, it is 64 times as much */
  double row = 0;
  for (int j = 0; j < LARGE; j++)
    row += b[3 * LARGE + j];
  CLOSE(da[5 * LARGE + 3], row);
}

int main(void) {
  unrolled_oracle();
  multiply_large();
  return oracle_exit();
}
