/* A scan: each element read after its neighbour was written. */
#include "oracle.h"
PRIMAL(scan) {
  for (size_t i = 1; i < n; i++)
    in[i] = in[i - 1] * in[i];
  for (size_t i = n - 1; i-- > 0;)
    in[i] += sin(in[i + 1]);
  for (size_t i = 0; i < m; i++)
    out[i] = in[i] * in[n - 1 - i];
}
ORACLE_MAIN(scan, 7, 3, 0.6, 1.2)
