/* A pointer in memory that later points elsewhere: the reverse sweep needs the old one. */
#include "oracle.h"
typedef struct {
  double *target;
  double scale;
} Cursor;
__attribute__((noinline)) static void advance(Cursor *c, double *next) {
  *c->target *= c->scale;
  c->scale = *c->target + 0.5;
  c->target = next;
}
PRIMAL(cursor) {
  Cursor c = {in, 1.5};
  for (size_t i = 0; i < n; i++)
    advance(&c, &in[(i * 3 + 1) % n]);
  out[0] = *c.target * c.scale;
}
ORACLE_MAIN(cursor, 5, 1, 0.5, 1.5)
