/* Heap blocks of constant and computed size, freed early, late and inside a loop. */
#include "oracle.h"
PRIMAL(heap) {
  double *a = (double *)malloc(n * sizeof(double));
  double *b = (double *)malloc(8 * sizeof(double));
  for (size_t i = 0; i < n; i++)
    a[i] = in[i] * in[0];
  for (int i = 0; i < 8; i++)
    b[i] = a[i % n] * a[(i + 1) % n];
  free(a);
  double x = 1;
  for (int i = 0; i < 8; i++) {
    double *c = (double *)malloc((size_t)(i + 1) * sizeof(double));
    c[i] = b[i] * x;
    x = sin(c[i]) + 1;
    free(c);
  }
  out[0] = x * b[3];
  free(b);
}
ORACLE_MAIN(heap, 4, 1, 0.5, 1.2)
