/* Structures with an integer for the bits of a number change places through variables, which say
 * that they hold an integer; without optimisation nothing else tells what moves. */
#include "oracle.h"

typedef struct {
  int tag;
  uint64_t bits;
} Item;

static uint64_t bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
static double number_of(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
static double value_of(const Item *item) {
  return item->tag % 3 == 1 ? 0.1 * (double)item->bits : number_of(item->bits);
}

PRIMAL(numbers) {
  Item *items = malloc(n * sizeof *items);
  for (size_t i = 0; i < n; i++)
    items[i].tag = (int)i, items[i].bits = bits_of(in[i] * in[0]);
  for (size_t i = 0; i < n / 2; i++) {
    Item item = items[i], same = item;
    items[i] = items[n - 1 - i];
    items[n - 1 - i] = same;
  }
  for (size_t i = 0; i < n; i++)
    out[0] += number_of(items[i].bits) * in[i] * items[i].tag;
  free(items);
}
/* By its tag, the bits are a number or a count. */
PRIMAL(either) {
  Item *items = malloc(n * sizeof *items);
  for (size_t i = 0; i < n; i++) {
    items[i].tag = (int)i;
    items[i].bits = i % 3 == 1 ? i : bits_of(in[i] * in[0]);
  }
  for (size_t i = 0; i < n / 2; i++) {
    Item item = items[i];
    items[i] = items[n - 1 - i];
    items[n - 1 - i] = item;
  }
  for (size_t i = 0; i < n; i++)
    out[0] += value_of(&items[i]) * in[i];
  free(items);
}
ORACLE(numbers, 5, 1, 0.5, 1.5)
ORACLE(either, 5, 1, 0.5, 1.5)

int main(void) {
  numbers_oracle();
  either_oracle();
  return oracle_exit();
}
