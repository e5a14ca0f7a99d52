// large: takes long to compile
/* All mixes of modes three deep, through memory: arrays written in place, copies, blocks from
 * malloc and realloc, a list with pointers in it, and structures that are assigned. */
#include "higher.h"

PRIMAL(in_place) {
  double a[4];
  for (size_t i = 0; i < 4; i++)
    a[i] = in[i % n] * (1 + 0.2 * (double)i);
  for (size_t pass = 0; pass < 2; pass++)
    for (size_t i = 1; i < 4; i++)
      a[i] = 0.5 * a[i] * a[i - 1] + 0.1 * a[i];
  memcpy(a, a + 2, 2 * sizeof *a);
  out[0] += a[0] * a[1] * a[3];
  (void)m;
}

PRIMAL(blocks) {
  size_t count = 2;
  double *values = (double *)malloc(count * sizeof *values);
  values[0] = in[0];
  values[1] = in[1] * in[0];
  values = (double *)realloc(values, 2 * count * sizeof *values);
  for (size_t i = count; i < 2 * count; i++)
    values[i] = cos(values[i - 2]) * values[i - 1];
  double *sums = (double *)calloc(2, sizeof *sums);
  for (size_t i = 0; i < 2 * count; i++)
    sums[i & 1] += values[i] * values[i];
  out[0] = out[0] * sums[0] + sums[1];
  free(values);
  free(sums);
  (void)n, (void)m;
}

typedef struct Node {
  double value;
  struct Node *next;
} Node;

PRIMAL(list) {
  Node *head = NULL;
  for (size_t i = 0; i < 3; i++) {
    Node *node = (Node *)malloc(sizeof *node);
    node->value = in[i % n] * (head ? head->value : 1);
    node->next = head;
    head = node;
  }
  for (Node *node = head; node; node = node->next)
    if (node->next)
      node->next->value *= sin(node->value);
  while (head) {
    Node *next = head->next;
    out[0] += head->value * head->value;
    free(head);
    head = next;
  }
  (void)m;
}

typedef struct {
  double position[2], mass;
  double *target;
} Body;

PRIMAL(bodies) {
  Body first = {{in[0], in[1]}, 1 + in[0] * in[1], &out[0]}, second = first;
  second.position[0] *= first.mass;
  for (int step = 0; step < 2; step++) {
    Body swapped = first;
    first = second;
    second = swapped;
    *first.target += first.position[0] * second.position[1] / second.mass;
    second.mass *= first.position[1];
  }
  (void)n, (void)m;
}

HIGHER(in_place, 2, 1, 0.4, 1.3)
HIGHER(blocks, 2, 1, 0.4, 1.3)
HIGHER(list, 2, 1, 0.4, 1.3)
HIGHER(bodies, 2, 1, 0.4, 1.3)

int main(void) {
  in_place_higher();
  blocks_higher();
  list_higher();
  bodies_higher();
  return oracle_exit();
}
