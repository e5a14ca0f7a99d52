/* Structs with pointers, integers and doubles, copied whole. */
#include "oracle.h"
typedef struct Item {
  int key;
  float small;
  double value;
  double *link;
} Item;
__attribute__((noinline)) static void swap(Item *a, Item *b) {
  Item t = *a;
  *a = *b;
  memcpy(b, &t, sizeof t);
}
PRIMAL(sort) {
  Item items[4];
  for (int i = 0; i < 4; i++)
    items[i] = (Item){(i * 7 + 3) % 5, 1.5f, in[i] * in[i], &in[3 - i]};
  for (int i = 0; i < 4; i++)
    for (int j = 0; j + 1 < 4; j++)
      if (items[j].key > items[j + 1].key)
        swap(&items[j], &items[j + 1]);
  double x = 0;
  for (int i = 0; i < 4; i++)
    x = x * 0.7 + items[i].value * *items[i].link * items[i].small;
  out[0] = x;
}
ORACLE_MAIN(sort, 4, 1, 0.5, 1.5)
