/* Blocks that grow and of which one begins with a header, the other is a pool of bytes in which
 * numbers, floats and pointers stand where they fit. */
#include "oracle.h"

typedef struct {
  long count;
  double values[];
} Row;

static Row *append(Row *row, double value) {
  long count = row ? row->count : 0;
  row = (Row *)realloc(row, sizeof *row + (size_t)(count + 1) * sizeof(double));
  row->values[count] = value;
  row->count = count + 1;
  return row;
}

typedef struct {
  char *bytes;
  size_t used;
} Pool;

static size_t take(Pool *pool, size_t bytes) {
  size_t at = pool->used;
  pool->used += (bytes + 7) / 8 * 8;
  pool->bytes = (char *)realloc(pool->bytes, pool->used);
  return at;
}

PRIMAL(blocks) {
  Row *row = NULL;
  for (int i = 0; i < 5; i++)
    row = append(row, in[i % 3] * (i + 1));
  Pool pool = {NULL, 0};
  size_t numbers = take(&pool, 3 * sizeof(double));
  for (int i = 0; i < 3; i++)
    ((double *)(pool.bytes + numbers))[i] = in[i] * row->values[i];
  size_t place = take(&pool, sizeof(double *));
  *(double **)(pool.bytes + place) = &in[1];
  size_t floats = take(&pool, 2 * sizeof(float));
  for (int i = 0; i < 2; i++)
    ((float *)(pool.bytes + floats))[i] = (float)(i + 1);
  for (int i = 0; i < 3; i++)
    out[0] += ((double *)(pool.bytes + numbers))[i] * ((float *)(pool.bytes + floats))[i % 2];
  for (long i = 0; i < row->count; i++)
    out[1] += row->values[i] * **(double **)(pool.bytes + place);
  free(pool.bytes);
  free(row);
}
ORACLE_MAIN(blocks, 3, 2, 0.5, 1.5)
