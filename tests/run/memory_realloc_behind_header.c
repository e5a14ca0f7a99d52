/* Arrays behind a header with a number of its own, that realloc makes longer: what the header holds stands
 * once, though the array repeats its numbers from the block's start on (unrolled by -O2, four by four). */
#include "oracle.h"
typedef struct {
  int count;
  float weight;
  double items[];
} Row;

PRIMAL(rows) {
  unsigned count = (unsigned)n;
  Row *row = malloc(sizeof *row + count * sizeof(double));
  row->count = (int)count;
  row->weight = 2.5f;
  for (unsigned i = 0; i < count; i++)
    row->items[i] = in[i];
  row = realloc(row, sizeof *row + 2 * count * sizeof(double));
  for (unsigned i = 0; i < count; i++)
    row->items[count + i] = row->items[i];
  double sum = 0;
  for (unsigned i = 0; i < 2 * count; i++)
    sum += sin(row->items[i]);
  out[m - 1] += sum * row->weight;
  free(row);
}
ORACLE_MAIN(rows, 8, 3, 0.2, 1.4)
