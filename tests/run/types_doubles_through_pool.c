/* Blocks of a pool are a pointer and a number, an integer and a float, or two numbers by turns, and
 * one of the pointers leads to the argument: what lies where is not known by the bytes. A number
 * that is computed, or that the source reads as a double, is one all the same, and its adjoints are
 * added up as such. */
#include "oracle.h"
#include <stdlib.h>

typedef struct {
  double a, b;
} Pair;
typedef struct {
  int count;
  float weight;
  double value;
} Item;
typedef struct {
  const double *from;
  double scale;
} Row;

typedef struct Vacant {
  struct Vacant *next;
} Vacant;
typedef struct {
  Vacant *first;
} Pool;

static void give(Pool *pool, void *block) {
  Vacant *vacant = block;
  vacant->next = pool->first;
  pool->first = vacant;
}

static void *take(Pool *pool) {
  Vacant *vacant = pool->first;
  pool->first = vacant->next;
  return vacant;
}

__attribute__((noinline)) static double weighted(double *a, int n) {
  const double weight[5] = {1.62, -0.72, 1.93, -0.80, -0.66};
  const int place[4] = {2, 5, 3, 5};
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += 0.5 * weight[i % 5] * a[place[i % 4] % n];
  a[place[n % 4] % n] *= weight[n % 5];
  return sum / (1 + 0.2 * sum * sum);
}

PRIMAL(doubles_in_pool) {
  double x = in[0] * in[1];
  double z = weighted(in + 1, 2);
  double y = weighted(out, 3);
  {
    char *blocks = malloc(4 * 16);
    Pool pool = {0};
    for (int i = 0; i < 4; i++)
      give(&pool, blocks + 16 * i);
    for (int i = 0; i < 2; i++) {
      Row *row = take(&pool);
      row->from = &in[2];
      row->scale = -x / (3 + 0.1 * (0.5 * in[i % 3] * y) * (0.5 * in[i % 3] * y));
      Item *item = take(&pool);
      item->count = i;
      item->weight = 0.3;
      item->value = tanh((0.5 * (((atan(in[i]))) + (weighted(in + 1, 2)))));
      Pair *pair = take(&pool);
      pair->a = x / (1 + x * x);
      pair->b = 0.5 * pair->a;
      out[0] += item->count * item->value + item->weight;
      give(&pool, item);
      in[1] += 0.2 * (0.5 * pair->a * pair->b);
      give(&pool, pair);
    }
    free(blocks);
  }
  for (int k = 7; k >= 0; k--) {
    double m[2][4];
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 4; j++)
        m[i][j] = z - x * (i + j);
    volatile double seen = m[0][k & 3];
  }
  {
    for (int k = 0; k < 4; k++) {
      {
        double *late = NULL;
        for (int i = 0; i < 9; i++) {
          double v = weighted(in + 1, 2);
          if (!late) {
            late = calloc(2, sizeof *late);
          }
        }
        free(late);
      }
    }
  }
}

ORACLE(doubles_in_pool, 3, 3, 0.2, 1.4)

int main(void) {
  doubles_in_pool_oracle();
  return oracle_exit();
}