/* Members that share a register with integers: a stack and a queue of structures that C's
 * convention and LLVM's copies carry as one or two 64-bit integers. */
#define REAL float
#include "oracle.h"
#include <stdint.h>
typedef struct {
  double value;
  int index;
  float weight;
} Item;
typedef struct {
  int32_t index;
  float weight;
} Low;
typedef struct {
  float weight;
  uint16_t index;
  uint8_t flags;
} High;
static Item pop_item(Item *items, size_t *count) { return items[--*count]; }
static Low next_low(const Low *lows, size_t at) { return lows[at]; }
__attribute__((noinline)) static High next_high(const High *highs, size_t at) { return highs[at]; }
__attribute__((noinline)) static Low heavier(Low a, Low b) {
  Low c = a.weight > b.weight ? a : b;
  c.weight *= 1.5f;
  c.index ^= 1;
  return c;
}

PRIMAL(packed_members) {
  Item *items = malloc(n * sizeof *items);
  Low *lows = malloc(n * sizeof *lows), best = {0, -1};
  High *highs = malloc(n * sizeof *highs);
  for (size_t i = 0; i < n; i++) {
    Item item = {in[i] * 2.0, (int)i, in[i] * in[(i + 1) % n]};
    Low low = {(int32_t)(n - 1 - i), sinf(in[i])};
    High high = {in[i] + 0.5f, (uint16_t)(i * 40000u), (uint8_t)(i + 3)};
    items[i] = item;
    lows[i] = low;
    highs[i] = high;
  }
  float sum = 0;
  for (size_t i = 0; i < n; i++) {
    best = heavier(best, next_low(lows, i));
    High high = next_high(highs, i);
    sum += high.weight * in[high.index % n] * (high.flags & 3);
  }
  for (size_t count = n; count;) {
    Item item = pop_item(items, &count);
    sum += (float)item.value * item.weight * in[item.index];
  }
  out[0] = sum;
  out[1] = best.weight * in[best.index % (int)n];
  free(items);
  free(lows);
  free(highs);
  (void)m;
}
ORACLE_MAIN(packed_members, 6, 2, 0.3, 1.4)
