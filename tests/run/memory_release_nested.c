/* A tree that a function gives back with tables of constants, one of them by a function that returns
 * something, and one by a function that is said to be inactive: the reverse sweep still reads them. */
#include "oracle.h"

typedef struct Node {
  double value;
  double *weights;
  int *order;
  struct Node *next;
} Node;

__attribute__((noinline)) static int drop_weights(double *weights) {
  int first = (int)weights[0];
  free(weights);
  return first;
}

__attribute__((noinline)) static void drop_order(int *order) { free(order); }
void *__adcc_inactivefn_drop_order[] = {(void *)drop_order};

__attribute__((noinline)) static void release(Node *node) {
  if (!node)
    return;
  release(node->next);
  if (drop_weights(node->weights) >= 0)
    drop_order(node->order);
  free(node);
}

PRIMAL(lists) {
  for (int round = 0; round < 3; round++) {
    Node *list = NULL;
    for (int i = 0; i < 4; i++) {
      Node *node = malloc(sizeof *node);
      node->value = in[i] * in[0];
      node->weights = malloc(4 * sizeof *node->weights);
      node->order = malloc(4 * sizeof *node->order);
      for (int k = 0; k < 4; k++) {
        node->weights[k] = k + 0.5 * i;
        node->order[k] = (k + i) % 4;
      }
      node->next = list;
      list = node;
    }
    for (Node *node = list; node; node = node->next)
      for (int k = 0; k < 4; k++)
        out[0] += sin(in[node->order[k]] * node->weights[k]) * node->value;
    release(list);
    double *other = malloc(4 * sizeof *other);
    for (int i = 0; i < 4; i++)
      other[i] = 100 + i;
    out[1] += other[round] * in[round];
    free(other);
  }
}
ORACLE_MAIN(lists, 4, 2, 0.5, 1.2)
