/* Pointers that travel as integers. */
#include "oracle.h"
PRIMAL(address) {
  uintptr_t where = (uintptr_t)in;
  where += sizeof(double);
  double *second = (double *)where;
  uintptr_t slots[2] = {(uintptr_t)&in[2], (uintptr_t)second};
  double x = 1;
  for (int i = 0; i < 2; i++)
    x *= *(double *)slots[i] * (*second + i);
  out[0] = x;
}
ORACLE_MAIN(address, 3, 1, 0.5, 1.5)
