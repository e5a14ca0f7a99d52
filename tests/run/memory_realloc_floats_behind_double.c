/* An array that realloc makes longer, behind a header in which a double and floats carry derivatives. */
#define REAL float
#include "oracle.h"
typedef struct {
  float scale, shift;
  int used;
  double factor;
  float items[];
} Table;


PRIMAL(tables) {
  Table *table = malloc(sizeof *table + n * sizeof(float));
  table->scale = in[1], table->shift = in[2], table->factor = in[0] * in[3];
  for (table->used = 0; (size_t)table->used < n; table->used++) {
    table->items[table->used] = (in[table->used] * in[0]);
    table = realloc(table, sizeof *table + (n + (size_t)table->used + 1) * sizeof(float));
  }
  for (size_t i = 0; i < n; i++)
    out[i % m] += (table->items[i] * table->scale + table->shift) * table->factor;
  free(table);
}
ORACLE_MAIN(tables, 6, 2, 0.2, 1.4)
