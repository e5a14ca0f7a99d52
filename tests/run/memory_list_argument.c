/* A list made outside, with a shadow list beside it. */
#include "oracle.h"
typedef struct Node {
  double value;
  struct Node *next;
} Node;
extern double __adcc_autodiff_list(void *, int, Node *, Node *);
static double squares(Node *p) {
  double sum = 0;
  for (; p; p = p->next)
    sum += p->value * p->value;
  return sum;
}
static Node *build(int count, int shadow) {
  Node *head = NULL;
  for (int i = 0; i < count; i++) {
    Node *node = (Node *)malloc(sizeof *node);
    node->value = shadow ? 0 : i;
    node->next = head;
    head = node;
  }
  return head;
}
int main(void) {
  Node *list = build(6, 0), *shadow = build(6, 1);
  __adcc_autodiff_list((void *)squares, adcc_dup, list, shadow);
  for (int i = 5; i >= 0; i--) {
    CLOSE(shadow->value, 2.0 * i);
    Node *l = list, *s = shadow;
    list = l->next, shadow = s->next;
    free(l), free(s);
  }
  return oracle_exit();
}
