// flags: -ffp-contract=fast
#include "oracle.h"
PRIMAL(fused) {
  out[0] = fma(in[0], in[1], in[2]);
  out[1] = __builtin_fma(in[0], in[0], -in[0]) * in[2];
  out[2] = in[0] * in[1] + in[2] * in[2];
}
ORACLE_MAIN(fused, 3, 3, 0.5, 2)
