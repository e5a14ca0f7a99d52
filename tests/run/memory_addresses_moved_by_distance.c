/* Addresses that are moved by the distance of two blocks, as integers: into a block that has grown
 * elsewhere, in a table and in the links of a list; and from one array to another, in a loop. */
#include "oracle.h"

PRIMAL(table_moves) {
  double *old = malloc(n * sizeof *old), **table = malloc(n * sizeof *table);
  for (size_t i = 0; i < n; i++) {
    old[i] = in[i] * in[i];
    table[i] = old + (n - 1 - i);
  }
  double *grown = malloc(2 * n * sizeof *grown);
  for (size_t i = 0; i < n; i++)
    grown[i] = old[i];
  intptr_t distance = (intptr_t)grown - (intptr_t)old;
  for (size_t i = 0; i < n; i++)
    table[i] = (double *)((intptr_t)table[i] + distance);
  free(old);
  for (size_t i = 0; i < n; i++)
    out[0] += *table[i] * (double)(i + 1);
  free(grown);
  free(table);
}

typedef struct Node {
  double value;
  struct Node *next;
} Node;

static Node *grow(Node *old, size_t count, size_t room) {
  Node *grown = malloc(room * sizeof *grown);
  memcpy(grown, old, count * sizeof *grown);
  intptr_t distance = (intptr_t)grown - (intptr_t)old;
  for (size_t i = 0; i < count; i++)
    if (grown[i].next)
      grown[i].next = (Node *)((intptr_t)grown[i].next + distance);
  free(old);
  return grown;
}

PRIMAL(links_move) {
  size_t room = 2, count = 0;
  Node *pool = malloc(room * sizeof *pool);
  for (size_t i = 0; i < n; i++) {
    if (count == room)
      pool = grow(pool, count, room *= 2);
    pool[count] = (Node){in[i] * in[i], count ? pool + count - 1 : NULL};
    count++;
  }
  double weight = 1;
  for (Node *node = pool + count - 1; node; node = node->next)
    out[0] += node->value * weight++;
  free(pool);
}

PRIMAL(two_arrays) {
  double *first = malloc(n * sizeof *first), *second = malloc(n * sizeof *second);
  for (size_t i = 0; i < n; i++) {
    first[i] = in[i] * in[i];
    second[i] = in[i] + 1;
  }
  uintptr_t distance = (uintptr_t)second - (uintptr_t)first;
  for (double *at = first; at != first + n; at++)
    out[0] += *at * *(double *)((uintptr_t)at + distance);
  free(first);
  free(second);
}

ORACLE(table_moves, 5, 1, 0.5, 2)
ORACLE(links_move, 9, 1, 0.5, 2)
ORACLE(two_arrays, 5, 1, 0.5, 2)

int main(void) {
  table_moves_oracle();
  links_move_oracle();
  two_arrays_oracle();
  return oracle_exit();
}
