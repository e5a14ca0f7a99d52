/* Lists merged by recursion that returns either list, one of them null at first. */
#include "oracle.h"
typedef struct Node {
  struct Node *next;
  double value;
} Node;
static Node *merge(Node *a, Node *b) {
  if (!a)
    return b;
  if (!b)
    return a;
  Node *first = a->value < b->value ? a : b;
  first->next = merge(first->next, first == a ? b : a);
  return first;
}
static Node *reversed(Node *list) {
  Node *result = NULL;
  while (list) {
    Node *next = list->next;
    list->next = result;
    result = list;
    list = next;
  }
  return result;
}
PRIMAL(merged) {
  (void)m;
  Node *odd = NULL, *even = NULL;
  for (size_t i = 0; i < n; i++) {
    Node *node = malloc(sizeof *node);
    *node = (Node){NULL, in[i] * 2};
    if (i % 2)
      odd = merge(odd, node);
    else
      even = merge(node, even);
  }
  double weight = 1;
  for (Node *list = reversed(merge(even, odd)); list;) {
    Node *next = list->next;
    out[0] += list->value * list->value * weight;
    weight *= 0.7;
    free(list);
    list = next;
  }
}
ORACLE_MAIN(merged, 6, 1, 0.5, 3.0)
