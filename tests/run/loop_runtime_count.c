/* A trip count that is an argument. */
#include "oracle.h"
PRIMAL(horner) {
  double sum = 0;
  for (size_t i = 1; i < n; i++)
    sum = sum * in[0] + in[i];
  out[0] = sum;
}
ORACLE_MAIN(horner, 9, 1, 0.5, 1.2)
