/* Blocks of a pool hold points of floats, the pool's own list of vacant blocks, and lists of which
 * nodes are copied in: the shadow that a pointer leaves in a block is no adjoint of the numbers
 * that were there before. */
#define REAL float
#define ORACLE_SLACK 10
#include "oracle.h"

typedef struct Vacant {
  struct Vacant *next;
} Vacant;
typedef struct {
  float x, y;
} Point;
typedef struct Node {
  struct Node *next;
} Node;
typedef struct {
  Vacant *vacant;
} Pool;

__attribute__((noinline)) static void give(Pool *pool, void *block) {
  Vacant *vacant = (Vacant *)block;
  vacant->next = pool->vacant;
  pool->vacant = vacant;
}

__attribute__((noinline)) static void *take(Pool *pool) {
  Vacant *block = pool->vacant;
  pool->vacant = block->next;
  return block;
}

__attribute__((noinline)) static void copy_node(void *to, const Node *from) {
  memcpy(to, from, sizeof *from);
}

PRIMAL(recycle) {
  char *blocks = (char *)malloc(8 * sizeof(Point));
  Pool pool = {NULL};
  for (int i = 0; i < 8; i++)
    give(&pool, blocks + (size_t)i * sizeof(Point));
  Node *list = NULL;
  for (size_t i = 0; i + 1 < n; i += 2) {
    Point *p = (Point *)take(&pool), *q = (Point *)take(&pool);
    p->x = in[i];
    p->y = in[i + 1];
    q->x = in[i] * 2;
    q->y = p->x;
    out[0] += p->x * p->y * q->x + q->y;
    give(&pool, p);
    Node node = {list};
    copy_node(q, &node);
    list = (Node *)(void *)q;
  }
  for (; list; list = list->next)
    out[0] += in[0] * in[1];
  free(blocks);
}

__attribute__((noinline)) static float weight(const Point *p, float by) {
  return p->x * (p->y + by);
}

/* Points that lie where pointers have been, and are never given back. */
PRIMAL(spend) {
  char *blocks = (char *)calloc(8, sizeof(Point));
  Pool pool = {NULL};
  for (int i = 0; i < 8; i++)
    give(&pool, blocks + (size_t)i * sizeof(Point));
  for (size_t i = 0; i + 1 < n; i++) {
    Point *p = (Point *)take(&pool);
    p->x = in[i] * in[i + 1];
    if (in[i] > 1)
      p->y = in[i];
    else
      memset(p, 0, sizeof *p);
    out[0] += weight(p, in[i]);
  }
  free(blocks);
}

/* The same in a variable. */
typedef union {
  Point point;
  const float *place;
} Slot;

PRIMAL(alternate) {
  Slot slot;
  for (size_t i = 0; i + 1 < n; i++) {
    slot.point.x = in[i] * in[i + 1];
    slot.point.y = in[i] + out[0];
    out[0] = slot.point.x * slot.point.y;
    slot.place = &in[i];
    out[1] += *slot.place * out[0];
  }
}

ORACLE(recycle, 6, 1, 0.5, 2)
ORACLE(spend, 6, 1, 0.5, 1.5)
ORACLE(alternate, 5, 2, 0.5, 1)
int main(void) {
  recycle_oracle();
  spend_oracle();
  alternate_oracle();
  return oracle_exit();
}
