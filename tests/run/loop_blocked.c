/* Loops in blocks whose size is an argument: how often they run is not known to be a number, but
 * where they end is. Neighbours in memory, in place, over one another, and steps that lead
 * downwards, as unsigned ones may. */
#include "oracle.h"
#include <adcc/adcc.h>

enum { COUNT = 30, SIDE = 6 };

#define SQUARES(NAME, TYPE)                                                                        \
  static void NAME(double *out, const double *in, TYPE n, TYPE block) {  \
    for (TYPE begin = 0; begin < n; begin += block)                                                \
      for (TYPE i = begin; i < (begin + block < n ? begin + block : n); i++)                       \
        out[i] = in[i] * in[i];                                                                    \
  }
SQUARES(squares, int)
SQUARES(squares_long, long)
SQUARES(squares_unsigned, unsigned)
SQUARES(squares_size, size_t)

static void product(double *c, const double *a, const double *b, int rows,
                                              int inner, int columns, int block) {
  for (int first = 0; first < columns; first += block)
    for (int i = 0; i < rows; i++)
      for (int j = first; j < (first + block < columns ? first + block : columns); j++) {
        double sum = 0;
        for (int k = 0; k < inner; k++)
          sum += a[i * inner + k] * b[j * inner + k];
        c[i * columns + j] = sum;
      }
}

/* Blocks in three directions, with rows of the size that is asked for. */
static void add_product(double *c, const double *a, const double *b,
                                                  size_t n, size_t stride, size_t block) {
  for (size_t ii = 0; ii < n; ii += block)
    for (size_t jj = 0; jj < n; jj += block)
      for (size_t kk = 0; kk < n; kk += block)
        for (size_t i = ii; i < ii + block && i < n; i++)
          for (size_t j = jj; j < jj + block && j < n; j++) {
            double sum = c[i * stride + j];
            for (size_t k = kk; k < kk + block && k < n; k++)
              sum += a[i * stride + k] * b[k * stride + j];
            c[i * stride + j] = sum;
          }
}

static void add_product_of_32(double *c, const double *a, const double *b, int n) {
  int block = 32;
  for (int ii = 0; ii < n; ii += block)
    for (int kk = 0; kk < n; kk += block)
      for (int jj = 0; jj < n; jj += block)
        for (int i = ii; i < (ii + block < n ? ii + block : n); i++)
          for (int k = kk; k < (kk + block < n ? kk + block : n); k++)
            for (int j = jj; j < (jj + block < n ? jj + block : n); j++)
              c[i * n + j] += a[i * n + k] * b[k * n + j];
}

static void walk(double *out, const double *in, unsigned from,
                                           unsigned end, unsigned step) {
  for (unsigned i = from; i < end; i += step)
    out[i] = in[i] * in[i] + 0.5 * out[i];
}

static void walk_down(double *out, const double *in, int from, int end,
                                                int step) {
  for (int i = from; i < end; i += step) {
    if (i < 0)
      break;
    out[i] = in[i] * in[i] + 0.25 * out[i];
  }
}

static void every(double *out, const double *in, int n, int step,
                                            int stride) {
  for (int i = 0; i <= n; i += step)
    for (int j = 0; j < stride; j++)
      out[i * stride + j] = in[i * stride + j] * in[j];
}

static volatile unsigned unknown; /* 0 */

PRIMAL(apart) {
  unsigned none = unknown;
  double x[3 * COUNT];
  for (int i = 0; i < COUNT; i++)
    x[i] = in[i % n] + 0.01 * i;
  squares(x + COUNT, x, COUNT, none + 7);
  squares_long(x + 2 * COUNT, x + COUNT, COUNT, none + 8);
  for (int i = 0; i < COUNT; i++)
    out[i % m] += x[i] + x[COUNT + i] * x[2 * COUNT + i];
}

PRIMAL(over_one_another) {
  unsigned none = unknown;
  double x[COUNT + 8];
  for (int i = 0; i < COUNT + 8; i++)
    x[i] = 0.5 * in[i % n] + 0.01 * i;
  squares(x, x, COUNT, none + 4);
  squares_size(x + 1, x, COUNT, none + 5);
  squares_unsigned(x, x + 3, COUNT, none + 40);
  squares_long(x + 4, x, COUNT, none + 4);
  for (int i = 0; i < COUNT + 8; i++)
    out[i % m] += x[i];
}

PRIMAL(products) {
  unsigned none = unknown;
  double x[3 * SIDE * SIDE];
  for (int i = 0; i < 3 * SIDE * SIDE; i++)
    x[i] = in[i % n] + 0.02 * i;
  product(x + 2 * SIDE * SIDE, x, x + SIDE * SIDE, SIDE, SIDE, SIDE, none + 4);
  add_product(x + 2 * SIDE * SIDE, x, x + SIDE * SIDE, SIDE, SIDE, none + 4);
  add_product(x, x + SIDE, x + 2 * SIDE, SIDE - 2, SIDE, none + 3);       /* one over another */
  product(x + SIDE, x, x + SIDE * SIDE, 2, SIDE, SIDE, none + 3); /* its own input */
  for (int i = 0; i < 3 * SIDE * SIDE; i++)
    out[i % m] += 1e-3 * x[i];
}

PRIMAL(steps) {
  unsigned none = unknown;
  double x[COUNT + 1], y[COUNT];
  for (int i = 0; i < COUNT + 1; i++)
    x[i] = 0.3 * in[i % n] + 0.01 * i;
  for (int i = 0; i < COUNT; i++)
    y[i] = x[i];
  walk(x, x + 1, 0, COUNT, none + 1);
  walk(x, x + 1, 1, COUNT, none + 3);
  double *places[] = {x + 3, x, y + 2, y}; /* of which is not known which overlap */
  walk(places[none], places[none + 1], 5, 6, none - 1u); /* 5, 4, ... 0, and around: far more than the end says */
  walk_down(y, x, COUNT - 1, COUNT, (int)none - 1);
  walk_down(y, y + 1, 0, COUNT - 1, (int)none + 2);
  walk_down(places[none + 2], places[none + 3], 12, 13, (int)none - 1);
  walk_down(y, y, COUNT - 2, COUNT, (int)none - 3);
  every(y, x, 4, (int)none + 2, 5);
  every(y, y + 2, 3, (int)none + 3, 4);
  for (int i = 0; i < COUNT; i++)
    out[i % m] += x[i] + y[i];
}

/* Nothing is kept where the arrays are apart, though one begins where the other ends, but for how
 * often some loops have run. */
enum { LENGTH = 44 };
static void keeps_nothing(void) {
  static double x[3 * LENGTH * LENGTH], dx[sizeof x / sizeof *x];
  for (size_t i = 0; i < sizeof x / sizeof *x; i++)
    x[i] = sin((double)i), dx[i] = 1;
  double *a = x + LENGTH * LENGTH, *da = dx + LENGTH * LENGTH;
  double *b = a + LENGTH * LENGTH, *db = da + LENGTH * LENGTH;
  volatile int n = LENGTH, block = 16;
  volatile size_t size = LENGTH, size_of_block = 16;
  adcc_tape_reset_peak();
  __adcc_autodiff((void *)product, adcc_dup, x, dx, adcc_dup, a, da, adcc_dup, b, db, adcc_const, n,
                  adcc_const, n, adcc_const, n, adcc_const, block);
  __adcc_autodiff((void *)add_product, adcc_dup, x, dx, adcc_dup, a, da, adcc_dup, b, db,
                  adcc_const, size, adcc_const, size, adcc_const, size_of_block);
  __adcc_autodiff((void *)add_product_of_32, adcc_dup, x, dx, adcc_dup, a, da, adcc_dup, b, db,
                  adcc_const, n);
  struct adcc_tape_statistics stats;
  adcc_tape_stats(&stats);
#ifdef __OPTIMIZE__
  EXPECT(8 * stats.peak_bytes <= sizeof x);
#endif
}

/* From the fifth down to the first, each of which is a result before it is read. */
static void goes_down(void) {
  double x[16], dx[16], expected[16];
  for (int i = 0; i < 16; i++)
    x[i] = 0.1 * i + 0.3, dx[i] = expected[i] = 1 + 0.1 * i;
  for (int i = 0; i <= 5; i++) { /* backwards: out[i] is x[i + 3] */
    expected[i] += 2 * x[i] * expected[i + 3];
    expected[i + 3] *= 0.5;
  }
  __adcc_autodiff((void *)walk, adcc_dup, x + 3, dx + 3, adcc_dup, x, dx, adcc_const, 5u, adcc_const,
                  6u, adcc_const, unknown - 1u);
  for (int i = 0; i < 16; i++)
    EXPECT(fabs(dx[i] - expected[i]) < 1e-12);
}

ORACLE(apart, 4, 3, 0.2, 1.4)
ORACLE(over_one_another, 4, 3, 0.2, 1.2)
ORACLE(products, 4, 3, 0.2, 1.2)
ORACLE(steps, 4, 3, 0.2, 1.2)

int main(void) {
  apart_oracle();
  over_one_another_oracle();
  products_oracle();
  steps_oracle();
  goes_down();
  keeps_nothing();
  return oracle_exit();
}
