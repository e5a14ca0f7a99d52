/* calloc, whose zeros are read. */
#include "oracle.h"
PRIMAL(histogram) {
  double *bins = (double *)calloc(4, sizeof *bins);
  for (size_t i = 0; i < n; i++)
    bins[i % 3] += in[i] * in[i];
  out[0] = bins[0] * bins[1] + bins[3];
  out[1] = bins[2] + bins[3] * in[0];
  free(bins);
}
ORACLE_MAIN(histogram, 7, 2, 0.5, 2)
