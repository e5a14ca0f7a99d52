/* A chained hash table with integer keys and active values, resized as it fills. */
#include "oracle.h"
typedef struct Entry {
  unsigned key;
  double value;
  struct Entry *next;
} Entry;
typedef struct {
  Entry **buckets;
  unsigned size, count;
} Table;
static void resize(Table *t, unsigned size) {
  Entry **fresh = (Entry **)calloc(size, sizeof *fresh);
  for (unsigned b = 0; b < t->size; b++)
    while (t->buckets[b]) {
      Entry *e = t->buckets[b];
      t->buckets[b] = e->next;
      e->next = fresh[e->key % size];
      fresh[e->key % size] = e;
    }
  free(t->buckets);
  t->buckets = fresh;
  t->size = size;
}
static double *at(Table *t, unsigned key) {
  for (Entry *e = t->buckets[key % t->size]; e; e = e->next)
    if (e->key == key)
      return &e->value;
  if (++t->count > t->size)
    resize(t, 2 * t->size + 1);
  Entry *e = (Entry *)malloc(sizeof *e);
  *e = (Entry){key, 0, t->buckets[key % t->size]};
  t->buckets[key % t->size] = e;
  return &e->value;
}
PRIMAL(hashed) {
  Table t = {(Entry **)calloc(2, sizeof(Entry *)), 2, 0};
  for (unsigned i = 0; i < 3 * n; i++)
    *at(&t, i * 2654435761u % 7) += in[i % n] * in[(i + 1) % n];
  double x = 0;
  for (unsigned k = 0; k < 7; k++)
    x = 0.5 * x + *at(&t, k) * in[0];
  out[0] = x;
  for (unsigned b = 0; b < t.size; b++)
    while (t.buckets[b]) {
      Entry *next = t.buckets[b]->next;
      free(t.buckets[b]);
      t.buckets[b] = next;
    }
  free(t.buckets);
}
ORACLE_MAIN(hashed, 4, 1, 0.5, 1.5)
