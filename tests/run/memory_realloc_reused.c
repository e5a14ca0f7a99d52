/* Blocks that grow in memory that others have used and freed: the allocator gives more bytes than
 * were asked for, and what they held before must not pass for a derivative. */
#include "oracle.h"

PRIMAL(grow) {
  double base = in[0] * in[1];
  for (int round = 0; round < 5; round++) {
    double *row = (double *)malloc(6 * sizeof(double));
    for (int i = 0; i < 6; i++)
      row[i] = atan2(base, 3 + base);
    row = (double *)realloc(row, 9 * sizeof(double));
    for (int i = 6; i < 9; i++)
      row[i] = base;
    in[round] = row[0];
    free(row);
    if (log(1.5 + base * base) < -0.78)
      break;
  }
  double *table = (double *)calloc(4, sizeof(double));
  table = (double *)realloc(table, 7 * sizeof(double));
  for (int i = 4; i < 7; i++)
    table[i] = base;
  out[2] = table[2];
  free(table);
}
ORACLE_MAIN(grow, 7, 4, 0.2, 1.4)
