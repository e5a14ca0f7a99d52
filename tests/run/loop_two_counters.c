/* Two induction variables and an index that is neither. */
#include "oracle.h"
PRIMAL(walk) {
  double x = 1;
  size_t j = n - 1, k = 0;
  for (size_t i = 0; i < j; i++, j--) {
    k = (k * 5 + 3) % n;
    x = x * in[i] + in[j] * in[k];
  }
  out[0] = x;
}
ORACLE_MAIN(walk, 11, 1, 0.5, 1.5)
