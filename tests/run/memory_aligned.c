// flags: -D_GNU_SOURCE
/* aligned_alloc and posix_memalign. */
#include "oracle.h"
PRIMAL(aligned) {
  double *a = (double *)aligned_alloc(64, 8 * sizeof *a);
  void *p = 0;
  if (posix_memalign(&p, 32, 4 * sizeof(double)))
    return;
  double *b = (double *)p;
  for (int i = 0; i < 8; i++)
    a[i] = in[i % 4] * (i + 1);
  for (int i = 0; i < 4; i++)
    b[i] = a[2 * i] * a[i];
  out[0] = b[0] * b[3] + b[2];
  free(a);
  free(b);
}
ORACLE_MAIN(aligned, 4, 1, 0.5, 1.5)
