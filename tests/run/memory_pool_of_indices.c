/* Blocks of one pool hold a list's nodes, records that begin with bytes cut out of a pair of
 * indices, and points. The indices are no addresses, whatever else the block has held. */
#include "oracle.h"

typedef struct Node {
  struct Node *next;
  double weight;
} Node;

typedef struct {
  unsigned char first, second, kind, unused;
  int count;
  double value;
} Record;

typedef struct {
  float x, y;
  double scale;
} Point;

typedef struct Vacant {
  struct Vacant *next;
} Vacant;

typedef struct {
  char *blocks;
  Vacant *vacant;
} Pool;

static void give(Pool *pool, void *block) {
  Vacant *vacant = (Vacant *)block;
  vacant->next = pool->vacant;
  pool->vacant = vacant;
}

static void *take(Pool *pool) {
  if (!pool->vacant) {
    pool->blocks = (char *)malloc(16 * sizeof(Node));
    for (size_t i = 0; i < 16; i++)
      give(pool, pool->blocks + i * sizeof(Node));
  }
  Vacant *block = pool->vacant;
  pool->vacant = block->next;
  return block;
}

/* The last place from which the numbers rise, and the place before it, as one integer. */
static int64_t last_rise(const double *x, size_t n) {
  int64_t pair = (int64_t)1 << 32;
  for (size_t i = 1; i < n; i++)
    if (x[i] > x[i - 1])
      pair = (int64_t)(i << 32 | (i - 1));
  return pair;
}

PRIMAL(blend) {
  Pool pool = {NULL, NULL};
  Node *list = NULL;
  for (size_t i = 0; i < n; i++) {
    Node *node = (Node *)take(&pool);
    node->next = list;
    node->weight = in[i] * in[i];
    list = node;
  }
  while (list) {
    Node *next = list->next;
    out[0] += list->weight;
    give(&pool, list);
    list = next;
  }
  Record *records[4];
  for (size_t i = 0; i < 4; i++) {
    int64_t pair = last_rise(in, n - i);
    records[i] = (Record *)take(&pool);
    records[i]->first = (unsigned char)(pair >> 32);
    records[i]->second = (unsigned char)pair;
    records[i]->kind = (unsigned char)i;
    records[i]->count = (int)n;
    records[i]->value = in[pair >> 32] * in[(int32_t)pair];
  }
  for (size_t i = 0; i < 4; i++) {
    const Record *record = records[3 - i];
    out[1] += record->value * (record->first + record->second) + sin(in[record->first]);
    give(&pool, records[3 - i]);
  }
  Point *point = (Point *)take(&pool);
  point->x = 1.5f;
  point->y = -0.5f;
  point->scale = in[0];
  out[0] += point->scale * (point->x + point->y) * in[1];
  give(&pool, point);
  free(pool.blocks);
}
ORACLE_MAIN(blend, 6, 2, 0.5, 2)
