/* Loops from one pointer to another one which nothing says to lead into the same block: how far they
 * are apart cannot be computed before. What they read through a third pointer may be written. */
#include "oracle.h"

typedef struct {
  double key, value;
} Pair;

__attribute__((noinline)) static void until(const double *from, double *last, const double *end) {
  for (const double *p = from; p < end && *from < 2; ++p)
    *last = 0.8 * *p + 0.1 * *last;
}

/* As the selection in a heap: what is less than the first changes places with it. */
__attribute__((noinline)) static void keep_least(Pair *first, Pair *from, Pair *end) {
  for (Pair *i = from; i < end; ++i)
    if (i->key < first->key) {
      Pair t = *i;
      *i = *first;
      *first = t;
    }
}

__attribute__((noinline)) static double down(const double *begin, const double *from, double *sum) {
  double product = 1;
  for (const double *p = from; p > begin; p -= 2) {
    product *= 0.5 + *p;
    *sum += product * *begin;
  }
  return product;
}

PRIMAL(between) {
  double x[12];
  Pair pairs[9];
  for (int i = 0; i < 12; i++)
    x[i] = in[i % n] * (1 + 0.05 * i);
  for (int i = 0; i < 9; i++)
    pairs[i] = (Pair){x[(i * 5) % 12], x[(i + 4) % 12] * x[i]};
  until(x, x + 3, x + 8);
  until(x + 8, x + 11, x + 8);
  keep_least(pairs, pairs + 3, pairs + 9);
  keep_least(pairs + 2, pairs + 2, pairs + 5);
  double sum = 0;
  out[0] = down(x, x + 9, &sum);
  out[1] = sum;
  out[2] = 0;
  for (int i = 0; i < 9; i++)
    out[2] += pairs[i].value * (i + 1) + pairs[i].key * pairs[i].key;
  for (int j = 3; j < m; j++)
    out[j] = x[j % 12] * pairs[j % 9].key;
}
ORACLE_MAIN(between, 7, 5, 0.2, 0.9)
