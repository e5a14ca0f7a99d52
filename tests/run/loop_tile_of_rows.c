/* A matrix product that takes eight rows at a time, as hand-written ones do: a tile of its reverse sweep has more
 * factors than there are registers. Also where the rows overlap, or are all one. */
#include "oracle.h"

enum { TILE = 8, SIZE = 4096 };

static inline __attribute__((always_inline)) void tiled(double *out, const double *in, const double *weight, int stride,
                                                        int rows, int inner, int columns) {
  for (int r = 0; r < rows; r += TILE)
    for (int o = 0; o < columns; o++) {
      double sum[TILE] = {0};
      for (int c = 0; c < inner; c++) {
        double w = weight[o * inner + c];
        for (int k = 0; k < TILE; k++)
          sum[k] += in[(r + k) * stride + c] * w;
      }
      for (int k = 0; k < TILE; k++)
        out[(r + k) * columns + o] = sum[k];
    }
}
__attribute__((noinline)) static void plain(double *out, const double *in, const double *weight, int stride, int rows,
                                            int inner, int columns) {
  tiled(out, in, weight, stride, rows, inner, columns);
}
__attribute__((noinline)) static void restricted(double *restrict out, const double *restrict in,
                                                 const double *restrict weight, int stride, int rows, int inner,
                                                 int columns) {
  tiled(out, in, weight, stride, rows, inner, columns);
}

static double data[SIZE], result[SIZE];

/* What there is of numbers, over and over. */
static void fill(const double *in, size_t n) {
  for (size_t i = 0; i < SIZE; i++)
    data[i] = in[i % n] * (1 + i % 5);
}
static void sum_up(double *out, size_t m, int count) {
  for (int i = 0; i < count; i++)
    out[(size_t)i % m] += (i % 3 + 1) * result[i] * result[i];
}

PRIMAL(rows_apart) {
  fill(in, n);
  plain(result, data, data + 2048, 23, 16, 23, 13);
  sum_up(out, m, 16 * 13);
}
PRIMAL(rows_restricted) {
  fill(in, n);
  restricted(result, data, data + 2048, 19, 24, 19, 12);
  sum_up(out, m, 24 * 12);
}
PRIMAL(rows_overlap) {
  fill(in, n);
  plain(result, data, data + 2048, 5, 16, 23, 13);
  sum_up(out, m, 16 * 13);
}
PRIMAL(one_row) {
  fill(in, n);
  plain(result, data, data + 2048, 0, 16, 21, 9);
  sum_up(out, m, 16 * 9);
}
PRIMAL(rows_are_weights) {
  fill(in, n);
  plain(result, data, data + 30, 30, 16, 30, 8);
  sum_up(out, m, 16 * 8);
}

ORACLE(rows_apart, 6, 3, -0.5, 0.5)
ORACLE(rows_restricted, 6, 3, -0.5, 0.5)
ORACLE(rows_overlap, 6, 3, -0.5, 0.5)
ORACLE(one_row, 6, 3, -0.5, 0.5)
ORACLE(rows_are_weights, 6, 3, -0.5, 0.5)

int main(void) {
  rows_apart_oracle();
  rows_restricted_oracle();
  rows_overlap_oracle();
  one_row_oracle();
  rows_are_weights_oracle();
  return oracle_exit();
}
