/* Words that are a number or an address, by value, in a recursive function that is called for lists
 * with a derivative and for some without: these calls go to no derivative of it. */
#include "oracle.h"

typedef struct {
  int is_list;
  union {
    double number;
    struct Node *list;
  } as;
} Item;
typedef struct Node {
  Item first, rest;
} Node;

__attribute__((noinline)) static Item list_of(const double *x, int n) {
  Item item = {0, {.number = x[0]}};
  if (n == 1)
    return item;
  Item list = {1, {0}};
  list.as.list = malloc(sizeof(Node));
  *list.as.list = (Node){item, list_of(x + 1, n - 1)};
  return list;
}

__attribute__((noinline)) static double total(Item item, double weight) {
  if (!item.is_list)
    return weight * item.as.number * item.as.number;
  return total(item.as.list->first, weight) + total(item.as.list->rest, weight * 2);
}

__attribute__((noinline)) static void release(Item item) {
  if (!item.is_list)
    return;
  release(item.as.list->first);
  release(item.as.list->rest);
  free(item.as.list);
}

__attribute__((noinline)) static double total_of(const double *x, int n) {
  Item list = list_of(x, n);
  double sum = total(list, 1);
  release(list);
  return sum;
}

static const double fixed[4] = {1, 0.5, 2, 0.25};
PRIMAL(totals) {
  out[0] = total_of(in, (int)n) * total_of(fixed, 4);
  out[1] = in[0] * total_of(fixed, 3);
}
ORACLE_MAIN(totals, 3, 2, 0.5, 1.5)
