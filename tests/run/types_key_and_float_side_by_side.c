/* A key and a float that a small function returns in one register: where several are made side by
 * side, LLVM shifts and joins them as lanes of a vector. */
#define REAL float
#include "oracle.h"
typedef struct {
  int key;
  float weight;
} Item;
static Item make(int key, float weight) { return (Item){key, weight}; }

PRIMAL(calculate) {
  (void)n, (void)m;
  Item items[5], sorted[5];
  for (int i = 0; i < 5; i++)
    items[i] = make((i * 3) % 5, in[0] * (float)i + in[1]);
  for (int i = 0; i < 5; i++)
    sorted[items[i].key] = items[i];
  for (int i = 0; i < 5; i++)
    out[0] += (float)(i + 1) * sorted[i].weight * sorted[i].weight;
}
ORACLE_MAIN(calculate, 2, 1, 0.25, 0.5)
