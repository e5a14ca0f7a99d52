/* Inner bounds that depend on outer counters. */
#include "oracle.h"
PRIMAL(triangle) {
  double sum = 1;
  for (size_t i = 0; i < n; i++)
    for (size_t j = i; j < n; j++)
      for (size_t k = 0; k < j - i; k++)
        sum = 0.9 * sum + sin(in[i] * in[j]) * in[k];
  out[0] = sum;
}
ORACLE_MAIN(triangle, 5, 1, 0.5, 2)
