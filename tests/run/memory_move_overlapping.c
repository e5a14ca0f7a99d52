/* Blocks that are moved over themselves, by a part of their length and both ways: of records with
 * fields of several kinds, and in memory whose kinds are not known, because a pool of records has
 * handed out its addresses. */
#include "oracle.h"

typedef struct {
  double value;
  float weight, bias;
  int count;
  double *place;
} Record;

/* The length is a constant that is no multiple of anything the program shows elsewhere. */
PRIMAL(records) {
  Record r[4];
  for (int i = 0; i < 4; i++)
    r[i] = (Record){in[i], (float)i, (float)in[i + 4], i, &in[7 - i]};
  memmove(&r[0], &r[1], 3 * sizeof r[0]);
  for (int i = 0; i < 3; i++)
    out[0] += r[i].value * r[i].bias + r[i].weight * *r[i].place * r[i].count;
  memmove(&r[1], &r[0], 3 * sizeof r[0]);
  for (int i = 0; i < 4; i++)
    out[1] += r[i].value * *r[i].place * r[i].bias;
}

typedef struct {
  int kind; /* 0: a number, 1: where one is */
  union {
    double number;
    double *place;
  } is;
} Tagged;
static double value_of(const Tagged *t) { return t->kind ? *t->is.place : t->is.number; }

PRIMAL(tagged) {
  Tagged t[4];
  for (int i = 0; i < 4; i++) {
    t[i].kind = i & 1;
    if (i & 1)
      t[i].is.place = &in[i];
    else
      t[i].is.number = sin(in[i]);
  }
  memmove(&t[1], &t[0], 3 * sizeof t[0]);
  for (int i = 0; i < 4; i++)
    out[0] += (i + 1) * value_of(&t[i]) * in[4];
  memmove(&t[0], &t[1], 3 * sizeof t[0]);
  for (int i = 0; i < 4; i++)
    out[1] += (i + 2) * value_of(&t[i]) * in[5];
}

typedef struct vacant {
  struct vacant *next;
} Vacant;
typedef struct {
  Vacant *first;
} Pool;
typedef struct {
  const double *from;
  double scale;
} Row;
typedef struct {
  int count;
  float weight;
  double value;
} Item;
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

PRIMAL(pooled) {
  char *blocks = (char *)malloc(4 * 16);
  Pool pool = {0};
  for (int i = 0; i < 4; i++)
    give(&pool, blocks + 16 * i);
  for (int i = 0; i < 2; i++) {
    Row *row = (Row *)take(&pool);
    row->from = &in[0];
    row->scale = sin(in[i]);
    Item *item = (Item *)take(&pool);
    item->count = 3;
    item->weight = 0.5f;
    item->value = sin(out[i]);
    in[6] += 0.2 * (item->count * item->value + item->weight);
    give(&pool, item);
    in[3] += 0.2 * *row->from * row->scale;
    give(&pool, row);
  }
  free(blocks);
  memmove(in + 1, in + 2, 6 * sizeof *in);
  out[0] += 0.5 * in[6] * in[5];
  memmove(in + 3, in + 1, 4 * sizeof *in);
  out[1] += 0.5 * in[6] * in[3];
}

ORACLE(records, 8, 2, 0.2, 1.4)
ORACLE(tagged, 6, 2, 0.2, 1.4)
ORACLE(pooled, 8, 2, 0.2, 1.4)

int main(void) {
  oracle_precision = 2e-7;
  records_oracle();
  oracle_precision = 0;
  tagged_oracle();
  pooled_oracle();
  return oracle_exit();
}
