/* An array of items with numbers, pointers and a tag, which grows by realloc: malloc gives more
 * than was asked for, and what is beyond the last item is none. */
#include "oracle.h"

typedef struct {
  double weight;
  const double *value;
  int rank;
  char tag;
  float slope;
} Item;

typedef struct {
  Item *items;
  int count, capacity;
} List;

static void append(List *list, Item item) {
  if (list->count == list->capacity) {
    list->capacity = list->capacity ? list->capacity + list->capacity / 2 + 1 : 1;
    list->items = (Item *)realloc(list->items, (size_t)list->capacity * sizeof(Item));
  }
  list->items[list->count++] = item;
}

PRIMAL(gather) {
  List list = {NULL, 0, 0};
  for (int i = 0; i < 13; i++)
    append(&list, (Item){in[i % 3] * i, &in[i * 2 % 3], i, (char)(i % 5), 0.5f});
  for (int i = 0; i < list.count; i++) {
    const Item *item = &list.items[i];
    out[item->tag % 2] += item->weight * *item->value * (double)item->slope + item->rank * in[0];
  }
  free(list.items);
}
ORACLE_MAIN(gather, 3, 2, 0.5, 1.5)
