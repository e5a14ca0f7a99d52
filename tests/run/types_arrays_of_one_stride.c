/* Arrays of several kinds and one stride in one structure, filled one by one, copied as a whole. */
#include "oracle.h"
#include <stdint.h>

typedef struct {
  double weight[6];
  int64_t index[6];
  const double *source[6];
  float small[6];
  int32_t flag[6];
} Table;
static void fill(Table *t, const double *in, size_t n) {
  for (size_t i = 0; i < 6; i++) {
    t->weight[i] = in[i % n] * 1.5;
    t->index[i] = (int64_t)((i * 7) % n);
    t->source[i] = &in[(i * 3) % n];
    t->small[i] = (float)(i + 1);
    t->flag[i] = (int32_t)(i & 1);
  }
}
static double use(const Table *t, const double *in) {
  double s = 0;
  for (int i = 0; i < 6; i++)
    if (t->flag[i])
      s += t->weight[i] * in[t->index[i]] * *t->source[i];
    else
      s += t->small[i] * t->weight[i];
  return s;
}
PRIMAL(tables) {
  Table local, *heap = malloc(sizeof *heap);
  fill(&local, in, n);
  *heap = local;
  heap->weight[2] *= in[0];
  out[0] = use(&local, in);
  out[1] = use(heap, in);
  free(heap);
}
ORACLE_MAIN(tables, 5, 2, 0.2, 1.3)
