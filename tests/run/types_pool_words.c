/* Cells of one pool hold, one after the other, a count beside a weight, a pair of numbers, a
 * reference to one, a point of floats and the list of what is free. What reads and writes numbers
 * elsewhere goes through the same functions, so that for all that can be told a number may be any
 * of these: swapped, chosen and set to a constant it must keep its derivative all the same. */
#include "oracle.h"

typedef struct {
  int count;
  float weight;
  double value;
} Item;
typedef struct {
  double a, b;
} Pair;
typedef struct {
  const double *from;
  double scale;
} Reference;
typedef struct {
  float x, y;
} Point;
typedef struct Vacant {
  struct Vacant *next;
} Vacant;

static void *take(Vacant **pool) {
  Vacant *cell = *pool;
  *pool = cell->next;
  return cell;
}

static void give(Vacant **pool, void *cell) {
  Vacant *vacant = cell;
  vacant->next = *pool;
  *pool = vacant;
}

static double visit(double *a, int n) {
  char *cells = malloc(4 * 16);
  Vacant *pool = NULL;
  double sum = 0;
  for (int i = 0; i < 4; i++)
    give(&pool, cells + 16 * i);
  for (int round = 0; round < 3; round++) {
    Item *item = take(&pool);
    item->count = n + round;
    item->weight = 0.3f;
    item->value = a[0] * a[1];
    Pair *pair = take(&pool);
    pair->a = sin(a[1]);
    pair->b = pair->a * item->value;
    a[1] += 0.1 * pair->b;
    give(&pool, pair);
    Reference *reference = take(&pool);
    reference->from = &a[round % 2];
    reference->scale = cos(a[0]);
    sum += *reference->from * reference->scale;
    give(&pool, reference);
    Point *point = take(&pool), *other = take(&pool);
    point->x = (float)a[0];
    point->y = 0.5f * point->x;
    *other = *point;
    sum += 1e-3 * other->x * other->y;
    give(&pool, other);
    give(&pool, point);
    sum += item->count * item->value + item->weight;
    give(&pool, item);
  }
  free(cells);
  return sum;
}

PRIMAL(words) {
  double last = in[2];
  in[2] = out[0];
  out[0] = last;
  in[3] = in[2] > sin(in[0]) ? in[2] : sin(in[0]);
  double *some = in[1] > 0.8 ? out : in;
  some[1] = in[0] < 0.9 ? in[3] : in[1];
  if (in[3] > 0.7)
    in[2] = 1.25;
  out[1] = visit(some, 2) + visit(in + 2, 3);
  out[2] = some[1] * in[2] + in[3];
}
ORACLE(words, 4, 3, 0.2, 1.4)

int main(void) {
  oracle_precision = 1e-6; /* of a float */
  words_oracle();
  return oracle_exit();
}
