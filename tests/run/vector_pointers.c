/* Pointers in vectors: two that are stored side by side, as LLVM does at -O2, constant ones among
 * them, and two that change places. */
#include "oracle.h"

static double first[2], second[2];
typedef struct {
  double *a, *b;
} Two;

__attribute__((noinline)) static double of(const Two *two, int i) {
  return two->a[i] * two->a[1 - i] + sin(two->b[i]);
}

__attribute__((noinline)) static void fill(Two *two) {
  two[0].a = first;
  two[0].b = second;
  two[1].a = second;
  two[1].b = first;
}

__attribute__((noinline)) static void change_places(double **rows) {
  double *old = rows[0];
  rows[0] = rows[1];
  rows[1] = old;
}

PRIMAL(constants) {
  Two two[2];
  first[0] = in[0];
  first[1] = in[1];
  second[0] = in[2];
  second[1] = in[0] * in[3];
  fill(two);
  for (int i = 0; i < 2; i++)
    out[i] = of(&two[i], i);
}

PRIMAL(swapped) {
  double **rows = (double **)malloc(2 * sizeof *rows);
  rows[0] = (double *)malloc(2 * sizeof(double));
  rows[1] = (double *)malloc(2 * sizeof(double));
  for (int i = 0; i < 2; i++) {
    rows[0][i] = in[i] * in[2];
    rows[1][i] = in[i + 1] + in[3];
  }
  change_places(rows);
  for (int i = 0; i < 2; i++)
    out[i] = of(&(Two){rows[0], rows[1]}, i) * rows[1][i];
  free(rows[0]);
  free(rows[1]);
  free(rows);
}

typedef double Value(double);
static double quotient(double x) { return x / (1 + x * x); }
static double wave(double x) { return sin(3 * x); }
typedef struct {
  Value *f, *g;
} Pair;
__attribute__((noinline)) static double apply(const Pair *pair, double x) {
  return pair->f(x) + 0.5 * pair->g(x * x);
}

PRIMAL(functions) {
  Pair pair[2];
  pair[0].f = quotient;
  pair[0].g = wave;
  pair[1].f = wave;
  pair[1].g = quotient;
  for (size_t i = 0; i < m; i++)
    out[i] = apply(&pair[in[i] > 0.8], in[i]);
}

ORACLE(constants, 4, 2, 0.2, 1.4)
ORACLE(swapped, 4, 2, 0.2, 1.4)
ORACLE(functions, 4, 4, 0.2, 1.4)

int main(void) {
  constants_oracle();
  swapped_oracle();
  functions_oracle();
  return oracle_exit();
}
