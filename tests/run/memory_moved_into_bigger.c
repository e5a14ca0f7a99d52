/* Pointers into a block that has grown are moved by the distance from the old block to the new one: as integers, as C
 * has it (the difference of pointers into two objects is undefined, and LLVM takes what it moves for a pointer into the
 * old one, but where the block is known to both by memory only). */
#include "oracle.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct Node {
  double value;
  struct Node *next;
} Node;
PRIMAL(list) {
  size_t room = 2, used = 0;
  Node *arena = malloc(room * sizeof *arena), *head = NULL;
  for (size_t i = 0; i < n; i++) {
    if (used == room) {
      Node *bigger = malloc(2 * room * sizeof *bigger);
      memcpy(bigger, arena, used * sizeof *bigger);
      intptr_t by = (intptr_t)bigger - (intptr_t)arena;
      for (size_t k = 0; k < used; k++)
        if (bigger[k].next)
          bigger[k].next = (Node *)((intptr_t)bigger[k].next + by);
      if (head)
        head = (Node *)((intptr_t)head + by);
      free(arena);
      arena = bigger;
      room *= 2;
    }
    arena[used].value = in[i] * in[i];
    arena[used].next = head;
    head = &arena[used++];
  }
  double product = 1;
  for (Node *p = head; p; p = p->next) {
    out[0] += product * p->value;
    product *= p->value;
  }
  free(arena);
}

typedef struct {
  double *at;
  size_t count;
} View;
typedef struct {
  double *data;
  size_t used, room;
} Pool;
static double *reserve(Pool *pool, size_t count, View *views, size_t made) {
  if (pool->used + count > pool->room) {
    size_t room = 2 * (pool->room + count);
    double *block = malloc(room * sizeof *block);
    memcpy(block, pool->data, pool->used * sizeof *block);
    ptrdiff_t by = block - pool->data;
    for (size_t i = 0; i < made; i++)
      views[i].at += by;
    free(pool->data);
    pool->data = block;
    pool->room = room;
  }
  pool->used += count;
  return pool->data + pool->used - count;
}
PRIMAL(views) {
  Pool pool = {malloc(4 * sizeof(double)), 0, 4};
  View made[8];
  for (size_t k = 0; k < n; k++) {
    made[k].at = reserve(&pool, 3, made, k);
    made[k].count = 3;
    for (int j = 0; j < 3; j++)
      made[k].at[j] = in[k] * (j + 1);
    if (k)
      made[k - 1].at[0] *= in[k];
  }
  for (size_t k = 0; k < n; k++)
    for (size_t j = 0; j < made[k].count; j++)
      out[0] += made[k].at[j] * made[k].at[j] * in[k];
  free(pool.data);
}

/* There and back again, each block also used by its own name. */
PRIMAL(both) {
  double *small = malloc(n * sizeof *small), *p = small + 2;
  for (size_t i = 0; i < n; i++)
    small[i] = in[i] * in[i];
  double *big = malloc(2 * n * sizeof *big);
  memcpy(big, small, n * sizeof *big);
  p = (double *)((uintptr_t)p + ((uintptr_t)big - (uintptr_t)small));
  big[2] = in[0] * in[1];
  out[0] = *p * in[3];
  *p = in[1] * in[1];
  out[0] += big[2] * big[1];
  p = (double *)((uintptr_t)p + ((uintptr_t)small - (uintptr_t)big));
  out[0] += *p;
  free(small);
  free(big);
}

ORACLE(list, 7, 1, .3, 1.2)
ORACLE(views, 6, 1, .3, 1.2)
ORACLE(both, 6, 1, .3, 1.2)
int main(void) {
  list_oracle();
  views_oracle();
  both_oracle();
  return oracle_exit();
}
