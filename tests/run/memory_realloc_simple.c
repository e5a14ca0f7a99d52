/* realloc of a block whose contents are used before and after. */
#include "oracle.h"
PRIMAL(grow) {
  double *a = (double *)malloc(2 * sizeof *a);
  a[0] = in[0] * in[1];
  a[1] = a[0] * in[2];
  a = (double *)realloc(a, 4 * sizeof *a);
  a[2] = a[0] * a[1];
  a[3] = a[2] + in[0];
  a[0] = a[3] * a[3];
  out[0] = a[0] * a[1];
  free(a);
}
ORACLE_MAIN(grow, 3, 1, 0.5, 1.5)
