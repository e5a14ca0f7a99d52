/* A block freed on one path, used on the other. */
#include "oracle.h"
PRIMAL(paths) {
  double *a = (double *)malloc(2 * sizeof *a);
  a[0] = in[0] * in[0];
  if (in[0] > 1) {
    out[0] = a[0];
    free(a);
    return;
  }
  a[1] = a[0] * in[1];
  out[0] = a[1] * a[1];
  free(a);
}
ORACLE_MAIN(paths, 2, 1, 0.5, 1.5)
