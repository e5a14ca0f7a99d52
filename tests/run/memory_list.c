/* A linked list built, walked twice and freed. */
#include "oracle.h"
typedef struct Node {
  double value;
  struct Node *next;
} Node;
PRIMAL(list) {
  Node *head = NULL;
  for (size_t i = 0; i < n; i++) {
    Node *node = (Node *)malloc(sizeof *node);
    node->value = in[i] * (i + 1);
    node->next = head;
    head = node;
  }
  double sum = 0, product = 1;
  for (Node *p = head; p; p = p->next) {
    sum += p->value * p->value;
    p->value = sum;
  }
  for (Node *p = head; p; p = p->next)
    product = product * 0.5 + sqrt(p->value);
  out[0] = product;
  out[1] = sum;
  while (head) {
    Node *next = head->next;
    free(head);
    head = next;
  }
}
ORACLE_MAIN(list, 5, 2, 0.5, 1.5)
