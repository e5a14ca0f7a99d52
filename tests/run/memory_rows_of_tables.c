/* Matrices of rows behind tables of pointers: rows that are made at different places are apart, but
 * where one table has rows of another, however they got there. */
#include "oracle.h"

enum { SIZE = 4 };

static double **make(int rows, int columns) {
  double **table = malloc((size_t)rows * sizeof *table);
  for (int i = 0; i < rows; i++)
    table[i] = calloc((size_t)columns, sizeof **table);
  return table;
}
static void release(double **table, int rows) {
  for (int i = 0; i < rows; i++)
    free(table[i]);
  free(table);
}
static void fill(double **a, double **b, const double *in, int n) {
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++) {
      a[i][j] = in[(i + 2 * j) % n];
      b[i][j] = (i == j) + in[(i * j) % n] * 0.5;
    }
}
static void multiply(double **c, double **a, double **b) {
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++) {
      double sum = 0;
      for (int k = 0; k < SIZE; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}
static double squares(double **c) {
  double sum = 0;
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      sum += c[i][j] * c[i][j];
  return sum;
}

PRIMAL(product) {
  double **a = make(SIZE, SIZE), **b = make(SIZE, SIZE), **c = make(SIZE, SIZE);
  fill(a, b, in, n);
  multiply(c, a, b);
  out[0] = squares(c);
  release(a, SIZE), release(b, SIZE), release(c, SIZE);
  (void)m;
}
ORACLE(product, 7, 1, -0.8, 0.8)

/* The result has a row of a factor for one of its own. */
PRIMAL(shared) {
  double **a = make(SIZE, SIZE), **b = make(SIZE, SIZE), **c = make(SIZE, SIZE), *own = c[1];
  fill(a, b, in, n);
  c[1] = b[2];
  multiply(c, a, b);
  out[0] = squares(c);
  c[1] = own;
  release(a, SIZE), release(b, SIZE), release(c, SIZE);
  (void)m;
}
ORACLE(shared, 7, 1, -0.8, 0.8)

/* The tables change places from product to product. */
PRIMAL(swapped) {
  double **a = make(SIZE, SIZE), **b = make(SIZE, SIZE), **c = make(SIZE, SIZE);
  fill(a, b, in, n);
  for (int step = 0; step < 3; step++) {
    multiply(c, a, b);
    double **t = a;
    a = c;
    c = t;
  }
  out[0] = squares(a);
  release(a, SIZE), release(b, SIZE), release(c, SIZE);
  (void)m;
}
ORACLE(swapped, 7, 1, -0.5, 0.5)

/* Rows that are kept as integers, and rows that a copy of the table brings. */
PRIMAL(hidden) {
  double **a = make(SIZE, SIZE), **b = make(SIZE, SIZE), **c = make(SIZE, SIZE), *own[SIZE];
  uintptr_t words[SIZE];
  fill(a, b, in, n);
  memcpy(own, c, sizeof own);
  for (int i = 0; i < SIZE; i++)
    words[i] = (uintptr_t)b[i] ^ 1;
  c[0] = (double *)(words[3] ^ 1);
  multiply(c, a, b);
  memcpy(c, a, 2 * sizeof *c);
  multiply(c, a, b);
  out[0] = squares(c) + squares(a);
  memcpy(c, own, sizeof own);
  release(a, SIZE), release(b, SIZE), release(c, SIZE);
  (void)m;
}
ORACLE(hidden, 7, 1, -0.5, 0.5)

/* What a call writes: rows of one structure, or by chance of the other. */
typedef struct {
  double *values, *scale;
  long count;
} Layer;
__attribute__((noinline)) static void apply(Layer *to, const Layer *from) {
  for (long i = 0; i < to->count; i++)
    to->values[i] = from->values[i] * from->scale[0] + to->values[i] * to->scale[0];
}
static Layer layer(const double *in, int n) {
  Layer made = {malloc((size_t)n * sizeof(double)), malloc(sizeof(double)), n};
  for (int i = 0; i < n; i++)
    made.values[i] = in[i] * in[(i + 1) % n];
  made.scale[0] = in[0];
  return made;
}
PRIMAL(layers) {
  Layer first = layer(in, n), second = layer(in + 1, n - 1);
  Layer both[2] = {first, second};
  double sum = 0;
  for (int step = 0; step < 4; step++) {
    Layer alias = {both[step % 2].values, both[1].scale, second.count};
    sum += first.values[0] * second.values[1] * first.scale[0];
    apply(&both[1], &both[0]);
    apply(step < 2 ? &alias : &both[1], &both[1]);
    alias.scale[0] += first.values[1] * 0.1;
  }
  for (long i = 0; i < second.count; i++)
    sum += first.values[i] * second.values[i];
  out[0] = sum;
  free(first.values), free(first.scale), free(second.values), free(second.scale);
  (void)m;
}
ORACLE(layers, 6, 1, -0.7, 0.7)

int main(void) {
  product_oracle();
  shared_oracle();
  swapped_oracle();
  hidden_oracle();
  layers_oracle();
  return oracle_exit();
}
