/* Items with a number and a pointer, moved by memmove within their array: insertion and removal
 * move a variable number of them, a queue a fixed one, and blocks that overlap must be read before
 * they are written, in the shadows too. */
#include "oracle.h"

typedef struct {
  double weight;
  double *value;
  int rank;
} Item;

typedef struct {
  Item items[12];
  int count;
} List;

__attribute__((noinline)) static void insert(List *list, int at, Item item) {
  memmove(list->items + at + 1, list->items + at, (size_t)(list->count - at) * sizeof(Item));
  list->items[at] = item;
  list->count++;
}

static void delete(List *list, int at) {
  list->count--;
  memmove(list->items + at, list->items + at + 1, (size_t)(list->count - at) * sizeof(Item));
}

PRIMAL(order) {
  List list = {.count = 0};
  Item queue[4], copy[12];
  for (int i = 0; i < 4; i++)
    queue[i] = (Item){in[i], &in[i], i};
  for (int i = 0; i < 8; i++) {
    Item item = {in[i % 4] * i, &in[(i * 3) % 4], i};
    int at = 0;
    while (at < list.count && list.items[at].weight < item.weight)
      at++;
    insert(&list, at, item);
    memmove(queue + 1, queue, 3 * sizeof(Item));
    queue[0] = item;
  }
  memcpy(copy, list.items, (size_t)list.count * sizeof(Item));
  delete(&list, 2);
  delete(&list, list.count - 1);
  for (int i = 0; i < list.count; i++)
    out[0] += list.items[i].weight * *list.items[i].value * (i + 1);
  for (int i = 0; i < 4; i++)
    out[1] +=
        queue[i].weight * *queue[i].value + copy[i + 3].weight * *copy[i].value * queue[i].rank;
}
ORACLE_MAIN(order, 4, 2, 0.5, 1.5)
