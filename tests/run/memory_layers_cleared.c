/* Layers one behind the other in one array, indexed by products of int, whose rows are cleared as
 * blocks before sums are formed there, and read again by the next step of the layer; then with
 * layers that overlap, so that a layer clears what the one before read. And memory that one branch
 * reads and the other one writes: of a condition that holds throughout, and of one that changes. */
#include "oracle.h"

__attribute__((noinline)) static void layers(double *sums, double *rows, const double *weights,
                                             const double *values, int L, int B, int T, int C,
                                             int NH, int stride) {
  int hs = C / NH;
  for (int l = 0; l < L; l++) {
    double *layer = rows + l * stride;
    for (int b = 0; b < B; b++)
      for (int t = 0; t < T; t++)
        for (int h = 0; h < NH; h++) {
          double *row = layer + b * T * C + t * C + h * hs;
          for (int i = 0; i < hs; i++)
            row[i] = 0;
          for (int s = 0; s <= t; s++)
            for (int i = 0; i < hs; i++)
              row[i] += weights[b * T * T + t * T + s] * values[b * T * C + s * C + h * hs + i];
        }
    for (int b = 0; b < B; b++)
      for (int t = 0; t < T; t++)
        for (int o = 0; o < C; o++) {
          double sum = 0;
          for (int i = 0; i < C; i++)
            sum += layer[(b * T + t) * C + i] * layer[(b * T + t) * C + o];
          sums[(b * T + t) * C + o] += sum * (l + 1);
        }
  }
}

__attribute__((noinline)) static double branches(double *x, int n, int steps, int fixed) {
  double sum = 0;
  for (int k = 0; k < steps; k++) {
    int reads = fixed ? n > 3 : k % 2;
    for (int i = 0; i < n; i++)
      if (reads)
        sum += x[i] * x[n - 1 - i] * (k + 1);
      else
        x[i] = 0.5 * x[i] + 0.1 * k;
  }
  return sum;
}

PRIMAL(layers_cleared) {
  enum { L = 3, B = 2, T = 3, C = 4, NH = 2, LAYER = B * T * C };
  (void)n, (void)m;
  double rows[L * LAYER], x[6];
  for (int stride = LAYER; stride > 0; stride -= 10) {
    for (int i = 0; i < L * LAYER; i++)
      rows[i] = in[i % LAYER];
    layers(out, rows, in, in + B * T * T, L, B, T, C, NH, stride);
    for (int i = 0; i < LAYER; i++)
      out[i] += rows[i] * rows[i + LAYER];
  }
  for (int fixed = 0; fixed < 2; fixed++)
    for (int length = 2; length <= 6; length += 2) {
      for (int i = 0; i < 6; i++)
        x[i] = in[i];
      out[fixed] += branches(x, length, 5, fixed);
      out[2] += x[0] * x[1];
    }
}
ORACLE_MAIN(layers_cleared, 42, 24, 0.3, 1.1)
