/* Functions that give memory back and return a number or a pointer that they read there. */
#include "oracle.h"

typedef struct Item {
  double value;
  struct Item *next, *other;
} Item;

__attribute__((noinline)) static double take(Item *item) {
  double value = item->value;
  free(item);
  return value * value;
}

__attribute__((noinline)) static Item *pop(Item *item) {
  Item *next = item->next;
  free(item);
  return next;
}

__attribute__((noinline)) static double dot_and_free(double *a, double *b, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += a[i] * b[i];
  free(a);
  free(b);
  return sum;
}

static Item *build(const double *in, size_t from, size_t to) {
  if (from >= to)
    return NULL;
  size_t middle = (from + to) / 2;
  Item *item = malloc(sizeof *item);
  item->value = in[middle];
  item->next = build(in, from, middle);
  item->other = build(in, middle + 1, to);
  return item;
}

static double drain(Item *item, double x) {
  if (!item)
    return 0;
  double sum = item->value * item->value * x + drain(item->next, x * item->value) * drain(item->other, x);
  free(item);
  return sum;
}

PRIMAL(drained) {
  Item *list = NULL;
  for (size_t i = 0; i < n; i++) {
    Item *item = malloc(sizeof *item);
    item->value = in[i] * in[0];
    item->next = list;
    item->other = NULL;
    list = item;
  }
  out[0] += sin(list->value);
  list = pop(list);
  list = pop(list);
  while (list) {
    Item *next = list->next;
    out[1] += take(list);
    list = next;
  }
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  for (size_t i = 0; i < n; i++) {
    a[i] = in[i] * 2;
    b[i] = sin(in[i]);
  }
  out[0] += dot_and_free(a, b, n);
  for (int i = 0; i < 3; i++)
    out[1] += drain(build(in, 0, n), in[i]);
}
ORACLE_MAIN(drained, 7, 2, 0.5, 1.2)
