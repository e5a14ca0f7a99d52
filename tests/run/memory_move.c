/* memmove with overlap, both ways. */
#include "oracle.h"
PRIMAL(move) {
  memmove(in + 1, in, (n - 1) * sizeof *in);
  for (size_t i = 0; i < n; i++)
    in[i] *= in[0];
  memmove(in, in + 2, (n - 2) * sizeof *in);
  for (size_t i = 0; i < m; i++)
    out[i] = in[i] * in[i + 1];
}
ORACLE_MAIN(move, 6, 3, 0.5, 1.5)
