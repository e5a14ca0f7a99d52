/* Items that are two floats or an address, copied through a variable whose floats are used behind a
 * test: clang moves both as two floats, and the program stops where that is an address. */
#define REAL float
#include "oracle.h"
#include "stops.h"

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
    if (item.tag) {
      pairs[count].a = item.is.pair.a;
      pairs[count++].b = item.is.pair.b;
    }
  }
  return count;
}

PRIMAL(pair_members) {
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
ORACLE(pair_members, 6, 2, 0.3, 1.1)

int main(void) {
  if (STOPS(pair_members_oracle()))
    return 0;
  pair_members_oracle();
  return oracle_exit();
}
