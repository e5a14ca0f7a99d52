/* Items that are two floats or an address, which are copied whatever they are; only those that are
 * two floats go into an array of such pairs, too. */
#define REAL float
#include "oracle.h"

typedef struct {
  float a, b;
} Pair;

typedef struct {
  long tag;
  union {
    Pair pair;
    float *place;
  } is;
} Item;

__attribute__((noinline)) static size_t keep(Pair *pairs, Item *log, const Item *items, size_t n) {
  size_t count = 0;
  for (size_t i = 0; i < n; i++) {
    Item item = items[i];
    log[i].is = item.is;
    log[i].tag = item.tag;
    if (item.tag)
      pairs[count++] = item.is.pair;
  }
  return count;
}

PRIMAL(pair_or_address) {
  Item *items = malloc(n * sizeof *items), *log = malloc(n * sizeof *log);
  Pair *pairs = malloc(n * sizeof *pairs);
  for (size_t i = 0; i < n; i++) {
    items[i].tag = i % 3 != 0;
    if (i % 3 != 0)
      items[i].is.pair = (Pair){in[i], in[0] * in[i]};
    else
      items[i].is.place = &in[(i + 1) % n];
  }
  size_t count = keep(pairs, log, items, n);
  for (size_t i = 0; i < n; i++)
    out[i % m] += log[i].tag ? log[i].is.pair.a * log[i].is.pair.b : 2 * *log[i].is.place;
  for (size_t i = 0; i < count; i++)
    out[0] += pairs[i].a * pairs[i].a * pairs[i].b;
  free(pairs);
  free(log);
  free(items);
}
ORACLE_MAIN(pair_or_address, 6, 2, 0.3, 1.1)
