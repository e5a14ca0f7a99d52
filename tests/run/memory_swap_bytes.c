/* Sorting functions of any type of items, which swap them byte by byte: items of numbers alone, of
 * numbers, integers and pointers; of a size that the function is told, and of one that it knows. */
// levels: O0 O1 raw debug asan
#include "oracle.h"

static void swap(void *a, void *b, size_t size) {
  char *p = (char *)a, *q = (char *)b;
  for (size_t i = 0; i < size; i++) {
    char t = p[i];
    p[i] = q[i];
    q[i] = t;
  }
}
typedef int Compare(const void *, const void *);
__attribute__((noinline)) void insertion_sort(void *base, size_t count, size_t size,
                                                     Compare *compare) {
  char *items = (char *)base;
  for (size_t i = 1; i < count; i++)
    for (size_t k = i; k > 0 && compare(items + k * size, items + (k - 1) * size) < 0; k--)
      swap(items + k * size, items + (k - 1) * size, size);
}
/* Recursive; swaps with pointers that move. */
__attribute__((noinline)) void quick_sort(char *base, size_t count, size_t size, Compare *compare) {
  if (count < 2)
    return;
  size_t last = 0;
  for (size_t i = 1; i < count; i++)
    if (compare(base + i * size, base) < 0) {
      char *p = base + i * size, *q = base + ++last * size;
      size_t left = size;
      do {
        char t = *p;
        *p++ = *q;
        *q++ = t;
      } while (--left > 0);
    }
  swap(base, base + last * size, size);
  quick_sort(base, last, size, compare);
  quick_sort(base + (last + 1) * size, count - last - 1, size, compare);
}

typedef struct {
  double key, value;
} Pair;
static int by_pair(const void *a, const void *b) {
  double x = ((const Pair *)a)->key, y = ((const Pair *)b)->key;
  return x < y ? -1 : x > y;
}
PRIMAL(pairs) {
  Pair items[8];
  for (size_t i = 0; i < n; i++) {
    items[i].key = sin(3 * in[i]);
    items[i].value = in[i] * in[i];
  }
  insertion_sort(items, n, sizeof *items, by_pair);
  for (size_t i = 0; i < n; i++)
    out[0] += items[i].value * items[i].key * (i + 1);
}

typedef struct {
  double key;
  const double *place;
  int number;
} Item;
static int by_item(const void *a, const void *b) {
  double x = ((const Item *)a)->key, y = ((const Item *)b)->key;
  return x < y ? -1 : x > y;
}
PRIMAL(items) {
  Item items[8];
  for (size_t i = 0; i < n; i++) {
    items[i].key = cos(3 * in[i]);
    items[i].place = &in[n - 1 - i];
    items[i].number = (int)i;
  }
  quick_sort((char *)items, n, sizeof *items, by_item);
  for (size_t i = 0; i < n; i++)
    out[0] += items[i].key * *items[i].place * (i + 1) + items[i].number * items[i].key;
}

/* Of numbers, whose size the loop knows. */
PRIMAL(reversed) {
  for (size_t i = 0; i < n / 2; i++) {
    char *p = (char *)&in[i], *q = (char *)&in[n - 1 - i];
    for (size_t k = 0; k < sizeof *in; k++) {
      char t = p[k];
      p[k] = q[k];
      q[k] = t;
    }
  }
  for (size_t i = 0; i < n; i++)
    out[0] += in[i] * in[i] * (i + 1);
}
ORACLE(pairs, 8, 1, 0.2, 1.5)
ORACLE(items, 8, 1, 0.2, 1.0)
ORACLE(reversed, 8, 1, 0.2, 1.5)
int main(void) {
  pairs_oracle();
  items_oracle();
  reversed_oracle();
  return oracle_exit();
}
