/* Small structures of floating point and integers, which C passes and returns in one integer. */
#include "oracle.h"
typedef struct {
  float value;
  int count;
} Item;
typedef struct {
  double scale;
  int count;
  float value;
} Scaled;
__attribute__((noinline)) static Item times_count(Item item) {
  item.value *= (float)item.count;
  item.count++;
  return item;
}
__attribute__((noinline)) static Scaled advance(Scaled s) {
  s.scale *= s.value;
  s.value += (float)s.count;
  return s;
}
__attribute__((noinline)) static double apply(Scaled s, Item item) {
  return s.scale * s.value + item.value * item.count;
}
PRIMAL(packed) {
  Item item = {1, 2};
  Scaled s = {in[0], 3, 0.5f};
  for (size_t i = 0; i < n; i++) {
    item = times_count(item);
    s.scale += in[i];
    s = advance(s);
  }
  out[0] = apply(s, item) * in[1];
}
ORACLE_MAIN(packed, 4, 1, 0.5, 1.5)
