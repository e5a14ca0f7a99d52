// flags: -march=haswell
/* Interleaved access: complex numbers as pairs, which become shuffles. */
#include "oracle.h"
PRIMAL(pairs) {
  for (size_t i = 0; i + 1 < n; i += 2) {
    out[i] = in[i] * in[i] - in[i + 1] * in[i + 1];
    out[i + 1] = 2 * in[i] * in[i + 1];
  }
}
ORACLE_MAIN(pairs, 26, 26, 0.5, 2)
