/* A list with one link an item, the xor of its two neighbours' addresses: walked from both ends,
 * an item put in and one taken out. */
#include "oracle.h"
typedef struct Item {
  double value;
  uintptr_t link;
} Item;
static uintptr_t address(const Item *item) { return (uintptr_t)item; }
static Item *other(const Item *item, const Item *from) {
  return (Item *)(item->link ^ address(from));
}
static double weighted(Item *end) {
  double total = 0, weight = 1;
  for (Item *from = NULL, *next; end; from = end, end = next) {
    total += weight * end->value;
    weight *= end->value + 0.5;
    next = other(end, from);
  }
  return total;
}
static Item *push(Item *end, double value) {
  Item *item = malloc(sizeof *item);
  *item = (Item){value, address(end)};
  if (end)
    end->link ^= address(item);
  return item;
}
/* Between two neighbours. */
static void put_between(Item *left, Item *right, Item *item) {
  left->link ^= address(right) ^ address(item);
  right->link ^= address(left) ^ address(item);
  item->link = address(left) ^ address(right);
}
static Item *take_after(Item *end) {
  Item *item = other(end, NULL), *next = other(item, end);
  end->link = address(next);
  next->link ^= address(item) ^ address(end);
  return item;
}
/* Items of an array: every link is made at once, of neighbours that may be none. */
PRIMAL(in_array) {
  (void)m;
  Item items[8];
  for (size_t i = 0; i < n; i++)
    items[i] = (Item){in[i], (uintptr_t)(i ? &items[i - 1] : 0) ^
                                 (uintptr_t)(i + 1 < n ? &items[i + 1] : 0)};
  out[0] = weighted(&items[0]);
}

PRIMAL(both_ways) {
  (void)m;
  Item *first = NULL, *last = NULL, inserted = {in[0] * in[1], 0};
  for (size_t i = 0; i < n; i++) {
    last = push(last, in[i] * in[i]);
    if (i == 0)
      first = last;
  }
  out[0] = weighted(first);
  put_between(last, other(last, NULL), &inserted);
  out[1] = weighted(last);
  free(take_after(first));
  out[2] = weighted(first) + weighted(last);
  for (Item *from = NULL, *next; first; first = next) {
    next = other(first, from);
    Item *gone = first;
    first->value = 0;
    if (from && from != &inserted)
      free(from);
    from = gone;
    if (!next && gone != &inserted)
      free(gone);
  }
}
ORACLE(in_array, 6, 1, 0.5, 1.5)
ORACLE(both_ways, 5, 3, 0.5, 1.5)
int main(void) {
  in_array_oracle();
  both_ways_oracle();
  return oracle_exit();
}
