/* Quotients by what a reciprocal is known of, or would be on another way. */
// flags: -ffast-math
#include "oracle.h"
PRIMAL(norms) { /* the chain rule divides by each norm three times */
  for (size_t i = 0; i < m; i++) {
    REAL squares = 1;
    for (size_t k = 0; k < 3; k++)
      squares += in[i + k] * in[i + k];
    REAL scale = 1 / sqrt(squares);
    out[i] = scale * in[i] + scale * scale * out[i];
  }
}
PRIMAL(on_one_way) {
  for (size_t i = 0; i < m; i++) {
    REAL r = 0;
    if (in[i] > 0.8)
      r = 1 / in[i + 1];
    out[i] = out[i] / in[i + 1] + r * in[i] / (in[i + 1] * in[i + 1]);
  }
}
PRIMAL(behind) { /* the quotient comes first */
  for (size_t i = 0; i < m; i++) {
    out[i] /= in[i] * in[i];
    in[i] = 1 / in[i];
  }
}
ORACLE(norms, 8, 6, 0.4, 1.3)
ORACLE(on_one_way, 8, 6, 0.4, 1.3)
ORACLE(behind, 8, 6, 0.4, 1.3)
int main(void) {
  norms_oracle();
  on_one_way_oracle();
  behind_oracle();
  return oracle_exit();
}
