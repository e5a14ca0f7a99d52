// large: takes long to compile
/* Triangles packed row after row: by an index that counts on through two loops, by one that skips
 * what the inner loop skips, by a pointer that walks along, and by the closed formula. What lies in
 * the triangle is read again from memory where the result is apart from it; here it is apart from
 * it, touches its end by no byte or by one element, lies in it, or overwrites what the next round
 * reads. */
#include "oracle.h"

/* Known only at run time. */
int packed_sizes[] = {6, 1, 2, 0, 5};

static void counted(int n, const double *lower, const double *x, double *y) {
  int at = 0;
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      y[j] += lower[at++] * x[i];
}

static void with_diagonal(int n, const double *lower, const double *x, double *y) {
  int at = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      y[i] += lower[at++] * x[j];
    y[i] *= 1.1;
  }
}

/* Two rounds at the end do not enter the inner loop. */
static void second_neighbours(int n, const double *lower, const double *x, double *y) {
  int at = 0;
  for (int i = 0; i < n; i++)
    for (int j = i + 2; j < n; j++)
      y[j] += lower[at++] * x[i];
}

/* Every other round advances twice. */
static void uneven(int n, const double *lower, const double *x, double *y) {
  int at = 0;
  for (int i = 0; i < n; i++) {
    for (int j = i + 1; j < n; j++)
      y[j] += lower[at++] * x[i];
    if (i % 2)
      at++;
  }
}

static void walked(int n, const double *lower, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      y[j] += *lower++ * x[i];
}

static void downwards(int n, const double *lower, const double *x, double *y) {
  int at = n * (n - 1) / 2;
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      y[j] += lower[--at] * x[i];
}

static void by_formula(int n, const double *lower, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    int at = i * (2 * n - i - 1) / 2;
    for (int j = i + 1; j < n; j++)
      y[j] += lower[at++] * x[i];
  }
}

static void by_odd_formula(int n, const double *lower, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      y[i] += lower[i * (i + 1) / 2 + j] * x[j];
}

static void by_wide_formula(size_t n, const double *lower, const double *x, double *y) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++)
      y[i] += lower[i * (i + 1) / 2 + j] * x[j];
}

typedef void Product(int, const double *, const double *, double *);

static inline void repeat(int n, Product *product, double *lower, double *x, double *y) {
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < n; i++)
      x[i] = 0.3 * sin(y[i] + x[i]);
    product(n, lower, x, y);
  }
}

enum { WORK = 64 };

static inline double places(int n, const double *in, size_t count, Product *product) {
  int triangle = n * (n + 1) / 2;
  int starts[] = {triangle + n, triangle, triangle - 1, triangle / 2, 1};
  double sum = 0;
  for (int place = 0; place < 5; place++) {
    double work[WORK];
    for (int i = 0; i < WORK; i++)
      work[i] = in[i % count] * (0.6 + 0.01 * i);
    int y = starts[place] < 0 ? 0 : starts[place];
    repeat(n, product, work, work + 48, work + y);
    for (int i = 0; i < WORK; i++)
      sum += work[i] * cos(work[i] + i);
  }
  return sum;
}

static void wide(int n, const double *lower, const double *x, double *y) {
  by_wide_formula((size_t)n, lower, x, y);
}

PRIMAL(packed) {
  for (size_t k = 0; k < m; k++) {
    int side = packed_sizes[k];
    out[k] = places(side, in, n, counted) + places(side, in, n, with_diagonal) +
             places(side, in, n, second_neighbours) + places(side, in, n, uneven) +
             places(side, in, n, walked) + places(side, in, n, downwards) +
             places(side, in, n, by_formula) + places(side, in, n, by_odd_formula) +
             places(side, in, n, wide);
  }
}

/* One nest, outermost: `in` and `out` are what might overlap. */
PRIMAL(apart) {
  int side = packed_sizes[0];
  for (size_t i = 0; i < m; i++)
    out[i] *= 0.5;
  counted(side, in, in + 15, out);
  walked(side, in, in + 15, out);
  by_formula(side, in, in + 15, out);
  with_diagonal(side - 1, in, in + 15, out);
  downwards(side, in, in + 15, out);
  (void)n;
}

/* The triangle lies in what is written, so that all of it counts. */
PRIMAL(within) {
  int side = packed_sizes[4];
  counted(side, out, in, out + 10);
  counted(side, out, in, out + 9);
  walked(side, out, in, out + 5);
  by_formula(side, out, in, out + 2);
  with_diagonal(side, out, in, out + 14);
  for (int round = 0; round < 2; round++)
    uneven(side, out, in, out + 9);
  (void)n, (void)m;
}

ORACLE(packed, 7, 5, 0.2, 0.9)
ORACLE(apart, 21, 6, 0.2, 0.9)
ORACLE(within, 5, 20, 0.2, 0.9)

int main(void) {
  packed_oracle();
  apart_oracle();
  within_oracle();
  return oracle_exit();
}
