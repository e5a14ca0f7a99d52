/* A stack whose block is made when the first number is pushed, in the loop that reads it: what is pushed later
 * may overwrite what was read from it, though the block is newer than the pointer's first value. */
#include "oracle.h"
PRIMAL(stack) {
  double *numbers = NULL;
  int used = 0;
  for (size_t i = 0; i < n; i++) {
    double v = in[i];
    if (used == 2) {
      used = 0;
      v = numbers[0] * numbers[1] * in[i];
    }
    if (!numbers)
      numbers = malloc(4 * sizeof *numbers);
    numbers[used++] = v;
  }
  for (size_t i = 0; i < m; i++)
    out[i] += numbers[0] * numbers[i % 2];
  free(numbers);
}
ORACLE_MAIN(stack, 6, 2, 0.2, 1.2)
