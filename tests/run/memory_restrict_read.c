/* Memory that is only read may be passed for two parameters that are `restrict`: its shadow is then
 * added to through both. */
#include "oracle.h"

__attribute__((noinline)) static void product(double *restrict c, const double *restrict a,
                                              const double *restrict b, int rows, int inner,
                                              int columns) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      double sum = 0;
      for (int k = 0; k < inner; k++)
        sum += a[i * inner + k] * b[j * inner + k];
      c[i * columns + j] += sum * sum;
    }
}

PRIMAL(squares) {
  double c[30] = {0};
  product(c, in, in, 3, 4, 3);
  product(c, in, in + 2, 2, 5, 2);
  product(c + 9, in + 3, in, 3, 3, 4);
  for (int j = 0; j < m; j++)
    out[j] = c[j] * c[j + 9] + c[20 - j];
}
ORACLE_MAIN(squares, 12, 9, 0.2, 0.9)
