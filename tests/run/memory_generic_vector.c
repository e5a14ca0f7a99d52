/* A vector of elements of any size, with room for three within itself, that moves them by memcpy
 * through pointers to bytes; the integer in each element is looked at where it lies. */
#include "oracle.h"

typedef struct {
  double x, y;
  int tag;
} Point;
typedef struct {
  size_t size, count, room;
  unsigned char own[3 * sizeof(Point)];
  unsigned char *heap;
} Vector;
enum { OWN = 3 };

static unsigned char *at(Vector *v, size_t i) {
  return (v->room > OWN ? v->heap : v->own) + i * v->size;
}

static void push(Vector *v, const void *element) {
  if (v->count == v->room) {
    unsigned char *more = (unsigned char *)malloc(2 * v->room * v->size);
    for (size_t i = 0; i < v->count; i++)
      memcpy(more + i * v->size, at(v, i), v->size);
    v->heap = more;
    v->room *= 2;
  }
  memcpy(at(v, v->count++), element, v->size);
}

static void swap(Vector *v, size_t i, size_t j) {
  unsigned char held[64];
  memcpy(held, at(v, i), v->size);
  memmove(at(v, i), at(v, j), v->size);
  memcpy(at(v, j), held, v->size);
}

PRIMAL(points) {
  Vector v = {sizeof(Point), 0, OWN};
  for (size_t i = 0; i < n; i++) {
    Point p = {in[i], in[i] * in[(i + 1) % n], (int)i};
    push(&v, &p);
  }
  for (size_t i = 0; i + 1 < n; i++)
    if (((Point *)at(&v, i))->tag % 3 > ((Point *)at(&v, i + 1))->tag % 3)
      swap(&v, i, i + 1);
  for (size_t i = 0; i < v.count; i++) {
    Point *p = (Point *)at(&v, i);
    out[0] = out[0] * 0.9 + p->x * p->y;
  }
  if (v.room > OWN)
    free(v.heap);
}
ORACLE(points, 6, 1, 0.5, 1.5)

int main(void) { return points_oracle() != ORACLE_OK; }
