/* A table of rows in a structure beside a spare row, for which entries are exchanged: it is that of
 * another entry, too. */
#include "oracle.h"

enum { SIZE = 6 };

static void lower(double **rows, int from, int n) {
  for (int i = from + 1; i < n; i++) {
    double factor = rows[i][from] / (2 + rows[from][from]);
    for (int j = 0; j < n; j++)
      rows[i][j] -= factor * rows[from][j];
  }
}

typedef struct {
  double *spare, *unused, *rows[SIZE];
} Table;

PRIMAL(spare) {
  Table *table = (Table *)malloc(sizeof *table);
  for (int i = 0; i < SIZE; i++) {
    table->rows[i] = (double *)malloc(SIZE * sizeof(double));
    for (int j = 0; j < SIZE; j++)
      table->rows[i][j] = sin(in[(i + 3 * j) % n] * (1 + i) + j);
  }
  int which = 3 + (in[0] > 0.8);
  table->spare = table->rows[0];
  for (int t = 0; t < 2; t++) {
    double *row = table->rows[which];
    table->rows[which] = table->spare;
    table->spare = row;
    lower(table->rows, 0, (int)n + 1);
  }
  for (int i = 0; i < SIZE; i++)
    out[i % m] += table->rows[i][i] * table->rows[i][1];
  for (int i = 0; i < SIZE; i++)
    free(table->rows[i]);
  free(table);
}
ORACLE_MAIN(spare, 5, 3, 0.2, 1.4)
