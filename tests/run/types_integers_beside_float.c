/* Items of a float and integers in arrays and tables of items of any size: LLVM adds to the integers
 * where they share a register with the float, and moves what it has put together. */
#define REAL float
#include "oracle.h"

typedef struct {
  size_t item, count, room;
  char *items;
} Array;
static void push(Array *a, const void *item) {
  if (a->count == a->room) {
    a->room = a->room ? 2 * a->room : 2;
    a->items = realloc(a->items, a->room * a->item);
  }
  memcpy(a->items + a->count++ * a->item, item, a->item);
}
static void *at(Array *a, size_t i) { return a->items + i * a->item; }

typedef struct {
  short key, scale;
  float value;
} Shorts;
PRIMAL(shorts) {
  (void)m;
  Array a = {sizeof(Shorts)};
  for (size_t i = 0; i < n; i++) {
    Shorts item = {(short)i, 2, in[i] * in[0]};
    push(&a, &item);
  }
  for (size_t i = 0; i < n; i++) {
    Shorts *item = at(&a, i);
    if (item->key % 3 == 1)
      item->key += 2;
    out[0] += item->value * item->value * (float)(item->key + item->scale);
  }
  free(a.items);
}
ORACLE(shorts, 7, 1, 0.5, 1.5)

typedef struct {
  float value;
  int key;
} Pair;
PRIMAL(moved) {
  (void)m;
  Array a = {sizeof(Pair)};
  for (size_t i = 0; i < n; i++) {
    Pair item = {in[i] * 3, (int)i};
    push(&a, &item);
  }
  Pair *b = malloc(a.count * sizeof *b);
  memmove(b, a.items, a.count * sizeof *b);
  for (size_t i = 0; i < a.count; i++)
    out[0] += b[i].value * b[i].value * (float)i;
  free(b);
  free(a.items);
}
ORACLE(moved, 7, 1, 0.5, 1.5)

typedef struct Node {
  struct Node *next;
  int key;
  _Alignas(16) char data[];
} Node;
typedef struct {
  size_t item;
  Node *chains[4];
} Table;
static void *find(Table *table, int key, int make) {
  Node **place = &table->chains[key & 3];
  while (*place && (*place)->key != key)
    place = &(*place)->next;
  if (!*place && make) {
    *place = calloc(1, sizeof(Node) + table->item);
    (*place)->key = key;
  }
  return *place ? (*place)->data : NULL;
}
typedef struct {
  char name[4];
  float value;
  int key;
} Named;
PRIMAL(named) {
  (void)m;
  Array a = {sizeof(Named)};
  for (size_t i = 0; i < n; i++) {
    Named item = {"ab", in[i] * in[0], (int)i};
    push(&a, &item);
  }
  Table table = {sizeof(Named)};
  for (size_t i = 0; i < a.count; i++) {
    Named *item = at(&a, i), *kept = find(&table, item->key % 5, 1);
    *kept = *item;
  }
  for (int i = 0; i < 5; i++) {
    Named *item = find(&table, i, 0);
    if (item)
      out[0] += item->value * (float)(i + 1);
  }
  for (int i = 0; i < 4; i++)
    while (table.chains[i]) {
      Node *next = table.chains[i]->next;
      free(table.chains[i]);
      table.chains[i] = next;
    }
  free(a.items);
}
ORACLE(named, 7, 1, 0.5, 1.5)

int main(void) {
  shorts_oracle();
  moved_oracle();
  named_oracle();
  return oracle_exit();
}
