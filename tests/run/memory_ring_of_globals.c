/* A static list's head that points to itself, and two globals that point to each other. */
#include "oracle.h"

typedef struct Node {
  struct Node *next, *previous;
  double value;
} Node;

static Node head = {&head, &head, 0};
typedef struct Half {
  struct Half *other;
  long count;
} Half;
static Half right, left = {&right, 1}, right = {&left, 2};

static void push(Node *node, double value) {
  *node = (Node){head.next, &head, value};
  head.next->previous = node;
  head.next = node;
}

PRIMAL(listed) {
  Node nodes[4];
  head.next = head.previous = &head;
  for (size_t i = 0; i < n; i++)
    push(&nodes[i], in[i] * (double)left.other->other->other->count);
  double product = 1;
  for (Node *node = head.previous; node != &head; node = node->previous) {
    product = product * 0.5 + node->value * node->value;
    out[m - 1] += product;
  }
  left.other->count = 3 - left.other->other->count;
  head.next = head.previous = &head;
}
ORACLE_MAIN(listed, 4, 2, -1, 1)
