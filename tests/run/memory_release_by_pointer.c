/* A list that knows how its items are made and released: by functions of the library, called
 * through pointers. */
#include "oracle.h"

typedef struct {
  void *(*make)(size_t);
  void (*release)(void *);
} Memory;
typedef struct Node {
  void *item;
  struct Node *next;
  void (*release)(void *);
} Node;
typedef struct {
  double x, y;
} Point;

static Node *pushed(const Memory *memory, Node *next, double x, double y) {
  Node *node = (Node *)memory->make(sizeof *node);
  Point *point = (Point *)memory->make(sizeof *point);
  *point = (Point){x, y * x};
  *node = (Node){point, next, memory->release};
  return node;
}

PRIMAL(items) {
  static const Memory memory = {malloc, free};
  Node *list = NULL;
  for (size_t i = 0; i + 1 < n; i++)
    list = pushed(&memory, list, in[i], in[i + 1]);
  for (Node *node = list, *next; node; node = next) {
    next = node->next;
    Point *point = (Point *)node->item;
    out[0] += point->x * point->y;
    node->release(node->item);
    memory.release(node);
  }
}
ORACLE_MAIN(items, 5, 1, -1, 1)
