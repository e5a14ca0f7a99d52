/* A structure by value whose integer and float travel in one register, moved about in an array: the
 * float is constant in one place, active in another. */
#include "oracle.h"
typedef struct {
  double key;
  int id;
  float weight;
} Item;
static void insert(Item *items, int *count, Item item) {
  int at = 0;
  while (at < *count && items[at].key < item.key)
    at++;
  memmove(items + at + 1, items + at, (size_t)(*count - at) * sizeof *items);
  items[at] = item;
  ++*count;
}
PRIMAL(sorted) {
  (void)m;
  Item items[8];
  int count = 0;
  for (size_t i = 0; i < n; i++) {
    Item item = {in[i], (int)i, 2.0f};
    insert(items, &count, item);
  }
  for (int i = 0; i < count; i++)
    out[0] += items[i].key * (i + 1) * items[i].weight + items[i].id;
}
PRIMAL(weighted) {
  (void)m;
  Item items[8];
  int count = 0;
  for (size_t i = 0; i < n; i++) {
    Item item = {in[i], (int)i, 0.5f};
    insert(items, &count, item);
    item.weight = i % 2 ? 1.0f : item.weight;
    insert(items, &count, item);
  }
  for (int i = 0; i < count; i++)
    out[0] += items[i].key * items[i].weight * (items[i].id + i);
}
ORACLE(sorted, 5, 1, 0.5, 2.0)
ORACLE(weighted, 4, 1, 0.5, 2.0)
int main(void) {
  sorted_oracle();
  weighted_oracle();
  return oracle_exit();
}
