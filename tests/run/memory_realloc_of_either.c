// One function grows lists of integers and lists of numbers: they begin in room of their own, and
// all that is known of a block is that some of its bytes may be an integer's.
#include "oracle.h"

typedef struct {
  void *begin;
  unsigned size, capacity;
} List;

typedef struct {
  List list;
  char room[16];
} Small;

static void begin(Small *s, size_t each) { s->list = (List){s->room, 0, 16 / each}; }

__attribute__((noinline)) static void grow(List *l, void *room, size_t least, size_t each) {
  unsigned capacity = 2 * l->capacity + 1;
  if (capacity < least)
    capacity = (unsigned)least;
  void *block;
  if (l->begin == room) {
    block = malloc(capacity * each);
    memcpy(block, l->begin, l->size * each);
  } else
    block = realloc(l->begin, capacity * each);
  l->begin = block;
  l->capacity = capacity;
}

static void append(Small *s, const void *items, unsigned count, size_t each) {
  if (s->list.size + count > s->list.capacity)
    grow(&s->list, s->room, s->list.size + count, each);
  memcpy((char *)s->list.begin + s->list.size * each, items, count * each);
  s->list.size += count;
}

static void end(Small *s) {
  if (s->list.begin != s->room)
    free(s->list.begin);
}

PRIMAL(growing) {
  (void)m;
  Small indices, values, more;
  begin(&indices, sizeof(int)), begin(&values, sizeof(double)), begin(&more, sizeof(double));
  for (int i = 0; i < (int)n; i++) {
    double square = in[i] * in[i];
    append(&indices, &i, 1, sizeof i), append(&values, &square, 1, sizeof square);
  }
  append(&more, values.list.begin, values.list.size, sizeof(double));
  for (unsigned i = 0; i < more.list.size; i++)
    out[0] += ((double *)more.list.begin)[i] * in[((int *)indices.list.begin)[i]];
  end(&indices), end(&values), end(&more);
}
ORACLE_MAIN(growing, 9, 1, 0.5, 1.1)
