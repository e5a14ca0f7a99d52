/* A block that is read, and then written where another one would have been made had a condition held: the
 * pointer through which it is written may be the first block, though both are made after all else. */
#include "oracle.h"
PRIMAL(either) {
  double *first = malloc(n * sizeof *first), *second = first;
  for (size_t k = 0; k < n; k++)
    first[k] = in[k] + sin(in[k]);
  double sum = 0;
  for (size_t k = 0; k + 1 < n; k++)
    sum += first[k] * first[k + 1];
  if (in[0] > 100)
    second = malloc(n * sizeof *second);
  for (size_t k = 0; k < n; k++)
    second[k] = sum * in[k];
  for (size_t k = 0; k < n; k++)
    out[k % m] += second[k];
  if (second != first)
    free(second);
  free(first);
}
ORACLE_MAIN(either, 6, 2, 0.2, 1.2)
