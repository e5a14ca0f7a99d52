/* A loop that clang has vectorised, over rows so far apart that only half of the last vector that it loads
 * lies under the first that it stores. Their starts are further apart than the loop goes; its iterations
 * still depend on one another, so that the reverse sweep must keep its order. */
#include "oracle.h"
PRIMAL(rows) {
  int columns = 24 + (in[1] > 100);
  double b[80];
  for (int i = 0; i < 80; i++)
    b[i] = in[i % n] * 1.1;
  for (int i = 0; i < columns; i++)
    b[columns + i] *= 0.5 + 0.4 * exp(-b[i + 1] * b[i + 1]);
  for (int i = 0; i < columns; i++)
    b[2 * columns + i - 1] *= 0.7;
  for (int i = 0; i < 80; i++)
    out[i % m] += b[i] * (1 + i % 5);
}
ORACLE_MAIN(rows, 7, 3, 0.2, 1.4)
