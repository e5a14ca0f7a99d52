// adcc: -O3
/* A product with a triangular matrix in place, scaled behind the sum (trmm): the nest of its reverse
 * is put in another order with the sums in variables, to which no pointer leads. */
#include "oracle.h"

enum { ROWS = 11, COLUMNS = 12 };

PRIMAL(scaled) {
  (void)n, (void)out, (void)m;
  double(*a)[ROWS] = (void *)in, (*b)[COLUMNS] = (void *)(in + ROWS * ROWS), scale = in[0];
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < ROWS; j++) {
      for (int k = i + 1; k < ROWS; k++)
        b[i][j] += a[k][i] * b[k][j];
      b[i][j] = scale * b[i][j];
    }
}
ORACLE_MAIN(scaled, ROWS *ROWS + ROWS * COLUMNS, 1, 0.1, 0.5)
