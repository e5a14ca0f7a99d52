/* Pointers moved by casts to char, negative indices, differences, and select of two. */
#include "oracle.h"
PRIMAL(address) {
  double *last = (double *)((char *)in + (n - 1) * sizeof(double));
  double *middle = last - n / 2;
  ptrdiff_t distance = last - middle;
  double *chosen = in[0] > 1 ? last : middle;
  *chosen *= in[0] * (double)distance;
  out[0] = last[-1] * *chosen + middle[0];
  double **which = in[1] > 1 ? &last : &middle;
  out[1] = **which * in[2];
}
ORACLE_MAIN(address, 5, 2, 0.5, 1.5)
