// needs: grep -q avx512f /proc/cpuinfo
// flags: -march=x86-64-v4
/* Conditional loads and stores, which become masked ones with AVX-512. */
#include "oracle.h"
PRIMAL(masked) {
  for (size_t i = 0; i < n; i++)
    if (in[i] > 1.25)
      out[i] = in[i] * in[i] * out[i];
}
ORACLE_MAIN(masked, 19, 19, 0.5, 2)
