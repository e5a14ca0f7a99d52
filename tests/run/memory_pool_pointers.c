/* A pool whose free blocks are linked through themselves, and which hands them out as structures of
 * several kinds: the first word of a block is a pointer to the next one, to a number, or two floats,
 * or an integer and a float. The arrays that its pointers lead to are arrays of numbers all the same,
 * also where a copy moves them. */
// levels: O1 O2 O3 fast raw debug asan
#include "oracle.h"
typedef struct {
  float a, b;
} Pair;
typedef struct {
  int count;
  float weight;
  double value;
} Item;
typedef struct {
  const double *from;
  double scale;
} Row;
typedef struct Vacant {
  struct Vacant *next;
} Vacant;
typedef struct {
  Vacant *first;
} Pool;
enum { BLOCK = 16, BLOCKS = 4 };
static void give(Pool *pool, void *block) {
  Vacant *vacant = (Vacant *)block;
  vacant->next = pool->first;
  pool->first = vacant;
}
static void *take(Pool *pool) {
  Vacant *vacant = pool->first;
  pool->first = vacant->next;
  return vacant;
}
PRIMAL(rows_and_pairs) {
  char *blocks = (char *)malloc(BLOCKS * BLOCK);
  Pool pool = {0};
  double x = in[0] * in[1];
  memmove(in + 2, in + 4, 3 * sizeof *in); /* adjoints meet in these */
  for (int i = 0; i < BLOCKS; i++)
    give(&pool, blocks + BLOCK * i);
  for (size_t i = 0; i < m; i++) {
    Row *row = (Row *)take(&pool);
    row->from = &in[0];
    row->scale = sin(x);
    Pair *pair = (Pair *)take(&pool);
    pair->a = (float)x;
    pair->b = (float)in[1] * pair->a;
    Row *other = (Row *)take(&pool);
    other->from = &in[5];
    other->scale = out[i];
    x += 0.2 * *row->from * row->scale;
    give(&pool, row);
    out[1] += 0.3 * *other->from * other->scale;
    give(&pool, other);
    x += 0.1 * pair->a * pair->b;
    give(&pool, pair);
  }
  out[0] = x;
  free(blocks);
}
PRIMAL(rows_and_items) {
  char *blocks = (char *)malloc(BLOCKS * BLOCK);
  Pool pool = {0};
  double x = in[0] * in[1];
  memmove(in + 2, in + 4, sizeof *in); /* LLVM moves one number as an integer */
  for (int i = 0; i < BLOCKS; i++)
    give(&pool, blocks + BLOCK * i);
  for (size_t i = 0; i < m; i++) {
    Row *row = (Row *)take(&pool);
    row->from = &out[0];
    row->scale = tanh(in[2]);
    Row *other = (Row *)take(&pool);
    other->from = &in[2];
    other->scale = atan(out[1]);
    Item *item = (Item *)take(&pool);
    item->count = 6 + (int)i;
    item->weight = 0.3f;
    item->value = in[3];
    x += 0.6 * *row->from * row->scale;
    give(&pool, row);
    in[4] += 0.2 * (item->count % 7 + item->weight) * item->value;
    give(&pool, item);
    in[0] += 0.6 * *other->from * other->scale;
    give(&pool, other);
  }
  out[0] = x;
  free(blocks);
}
ORACLE(rows_and_pairs, 7, 3, 0.2, 1.4)
ORACLE(rows_and_items, 5, 2, 0.2, 1.4)
int main(void) {
  oracle_precision = 2e-7;
  rows_and_pairs_oracle();
  rows_and_items_oracle();
  return oracle_exit();
}
