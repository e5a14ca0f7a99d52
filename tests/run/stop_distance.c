// Links that are the distance from one object to another, kept as numbers: their shadows would lead
// elsewhere, so that the program stops, but where all objects lie in one block.
#include "oracle.h"
#include "stops.h"
#include <stddef.h>
#include <stdint.h>

double __enzyme_autodiff(void *, ...);
typedef struct {
  double value;
  ptrdiff_t next; /* from this node to the next; 0: none */
} Node;

__attribute__((noinline)) static void link_to(Node *from, Node *to) {
  from->next = (char *)to - (char *)from;
}
__attribute__((noinline)) static Node *next_of(Node *node) {
  return node->next ? (Node *)((char *)node + node->next) : NULL;
}

static double product(double *x, int n, int apart) {
  Node *block = malloc(8 * sizeof *block), *nodes[8];
  double result = 1;
  for (int i = 0; i < n; i++) {
    nodes[i] = apart ? malloc((i + 1) * sizeof *block) : &block[i];
    *nodes[i] = (Node){x[i], 0};
    if (i)
      link_to(nodes[i - 1], nodes[i]);
  }
  for (Node *node = nodes[0]; node; node = next_of(node))
    result *= node->value;
  for (int i = 0; apart && i < n; i++)
    free(nodes[i]);
  free(block);
  return result;
}

/* The same, with nodes of a known size that are put before the head one by one. */
static double relinked(double *x, int n) {
  Node head = {0, 0};
  double result = 1;
  for (int i = 0; i < n; i++) {
    Node *node = malloc(sizeof *node);
    node->value = x[i];
    node->next = head.next ? (intptr_t)&head + head.next - (intptr_t)node : 0;
    head.next = (intptr_t)node - (intptr_t)&head;
  }
  for (Node *node = next_of(&head); node; node = next_of(node))
    result *= node->value;
  while (head.next) {
    Node *node = next_of(&head), *next = next_of(node);
    head.next = next ? (char *)next - (char *)&head : 0;
    free(node);
  }
  return result;
}

static double relinked_gradient(void) {
  double x[3] = {2, 3, 5}, dx[3] = {0};
  if (relinked(x, 3) != 30)
    return 0;
  __enzyme_autodiff((void *)relinked, x, dx, 3);
  return dx[1];
}

static double gradient(int apart) {
  double x[3] = {2, 3, 5}, dx[3] = {0};
  __enzyme_autodiff((void *)product, x, dx, 3, apart);
  return dx[1];
}

int main() {
  EXPECT(gradient(0) == 10);
  EXPECT(STOPS(gradient(1)));
  EXPECT(STOPS(relinked_gradient()) || relinked_gradient() == 10); /* by chance */
  return oracle_exit();
}
