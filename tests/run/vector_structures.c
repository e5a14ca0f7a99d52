/* Arrays of structures of numbers and integers: vector code loads several of them whole, as one
 * vector of numbers, and takes the integers out of its bits. */
// flags: -ffast-math
#include "oracle.h"
typedef struct {
  double mass, place;
  int kind;
} Part;
typedef struct {
  double value;
  uint64_t weight;
} Item;
typedef struct {
  float near;
  int count;
  float far;
  unsigned short class;
} Pair;
__attribute__((noinline)) static double moments(const Part *parts, size_t n) {
  double s = 0;
  for (size_t i = 0; i < n; i++)
    s += parts[i].mass * parts[i].place * parts[i].kind;
  return s;
}
__attribute__((noinline)) static double squares(const Item *items, size_t n) {
  double s = 0;
  for (size_t i = 0; i < n; i++)
    s += items[i].value * items[i].value * (double)(items[i].weight + 1);
  return s;
}
__attribute__((noinline)) static float products(const Pair *pairs, size_t n) {
  float s = 0;
  for (size_t i = 0; i < n; i++)
    s += pairs[i].near * pairs[i].far * (float)(pairs[i].count + pairs[i].class);
  return s;
}
__attribute__((noinline)) static void scale(Item *items, size_t n) {
  for (size_t i = 0; i < n; i++) {
    items[i].value *= (double)items[i].weight;
    items[i].weight += i;
  }
}
PRIMAL(all) {
  enum { COUNT = 19 };
  Part parts[COUNT];
  Item items[COUNT];
  Pair pairs[COUNT];
  for (int i = 0; i < COUNT; i++) {
    double x = in[(size_t)i % n];
    parts[i] = (Part){x, in[(size_t)(i + 1) % n] + i, i % 5};
    items[i] = (Item){x, (uint64_t)(i % 3)};
    pairs[i] = (Pair){(float)(i % 4), i, (float)(i % 7), 3};
  }
  out[0] += moments(parts, COUNT);
  out[1] += squares(items, COUNT);
  scale(items, COUNT);
  out[m - 1] += squares(items, COUNT) * products(pairs, COUNT);
}
ORACLE_MAIN(all, 5, 3, 0.5, 1.5)
