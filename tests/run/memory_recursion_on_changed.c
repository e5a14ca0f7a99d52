/* A recursion that only reads an array, which is written between its calls and after the last one,
 * directly, by other functions, and through the result. */
#include "oracle.h"

static double fold(const double *x, int from, int to) {
  if (to - from == 1)
    return x[from] * x[from];
  int middle = (from + to) / 2;
  double a = fold(x, from, middle), b = fold(x, middle, to);
  return sin(a) * b + a;
}

static void shift(double *x, int n, double by) {
  for (int i = 0; i < n; i++)
    x[i] += by * x[(i + 1) % n];
}

/* Reads its own variable alone. */
static double fold_copy(const double *x, int n) {
  double copy[8];
  for (int i = 0; i < n; i++)
    copy[i] = x[n - 1 - i] * 2;
  return fold(copy, 0, n);
}

PRIMAL(folds) {
  double state[8];
  for (int i = 0; i < 8; i++)
    state[i] = in[i];
  for (int step = 0; step < 3; step++) {
    double f = fold(state, 0, 8);
    state[step] = f * 0.5;
    out[0] += fold_copy(state, 8) * 0.01;
    shift(state, 8, 0.1);
  }
  out[1] += fold(in, 0, 8);
  out[2] += fold(in, 2, 5) * fold(out, 0, 2);
}
ORACLE_MAIN(folds, 8, 3, 0.3, 0.8)
