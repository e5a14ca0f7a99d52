// flags: -march=haswell
/* Indexed access, which becomes gathers with AVX2. */
#include "oracle.h"
static const int order[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
PRIMAL(gather) {
  double sum = 0;
  for (int i = 0; i < 16; i++)
    sum += in[order[i]] * in[order[i]] * (i + 1);
  for (int i = 0; i < 16; i++)
    out[i] = in[order[i]] * in[i % 10];
  out[16] = sum;
}
ORACLE_MAIN(gather, 10, 17, 0.5, 2)
