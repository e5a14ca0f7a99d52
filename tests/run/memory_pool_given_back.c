/* Nodes of a list that go back to a pool of the program's own: the pool's link overwrites the number that
 * the node held, which has another type, and which the reverse sweep still needs. */
#include "oracle.h"
#include <stdlib.h>
typedef struct { char *memory; size_t used; void *spare; } Pool;
typedef struct Item { double value, weight; struct Item *next; } Item;
typedef struct Spare { struct Spare *next; } Spare;
static void *take(Pool *p, size_t size) {
  if (p->spare) { void *block = p->spare; p->spare = ((Spare *)block)->next; return block; }
  void *block = p->memory + p->used; p->used += size; return block;
}
static void give(Pool *p, void *block) { ((Spare *)block)->next = p->spare; p->spare = block; }
PRIMAL(pool) {
  Pool pool = {malloc(4096), 0, NULL};
  Item *list = NULL;
  for (size_t i = 0; i < n; i++) {
    Item *item = take(&pool, sizeof(Item));
    item->value = in[i] * (1 + i);
    item->weight = in[i] * in[(i + 1) % n];
    item->next = list;
    list = item;
  }
  for (Item *item = list; item; item = item->next)
    out[0] += item->value * item->value * item->weight;
  while (list) { Item *next = list->next; give(&pool, list); list = next; }
  free(pool.memory);
}
ORACLE_MAIN(pool, 5, 3, 0.3, 1.2)
