// flags: -ffast-math -fno-finite-math-only
/* A reduction that fast-math lets clang turn into vector adds, multiplies and maxima. */
#include "oracle.h"
PRIMAL(reduce) {
  float sum = 0, product = 1;
  double norm = 0;
  for (size_t i = 0; i < n; i++)
    norm += in[i] * in[i];
  double scale = 1;
  for (size_t i = 0; i < n; i++)
    scale *= in[i];
  out[0] = norm;
  out[1] = scale;
}
ORACLE_MAIN(reduce, 33, 2, 0.8, 1.2)
