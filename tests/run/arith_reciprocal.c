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
PRIMAL(forces) { /* one division serves a norm, its square and its cube */
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j < 3; j++) {
      REAL x = in[i] - in[i + j], square = x * x + (REAL)0.1;
      out[i] += in[j] / (square * sqrt(square)) * x;
    }
}
PRIMAL(guarded) { /* where x is negative only one of the quotients is taken */
  for (size_t i = 0; i < m; i++)
    for (size_t j = 1; j < 3; j++) {
      REAL x = in[i] - in[i + j], t = x > 0 ? in[j] / (x * sqrt(x)) : 0;
      out[i] += t + in[j] / x;
    }
}
PRIMAL(chained) { /* a factor is itself a quotient */
  for (size_t i = 0; i < m; i++) {
    REAL first = in[i] / in[i + 1], second = out[i] / (first * in[i + 2]);
    out[i] = second / first + in[i + 1] / (first * first) + first / (in[i] * in[i + 1]);
  }
}
ORACLE(norms, 8, 6, 0.4, 1.3)
ORACLE(on_one_way, 8, 6, 0.4, 1.3)
ORACLE(behind, 8, 6, 0.4, 1.3)
ORACLE(forces, 8, 6, 0.4, 1.3)
ORACLE(guarded, 8, 6, 0.4, 1.3)
ORACLE(chained, 8, 6, 0.4, 1.3)
int main(void) {
  norms_oracle();
  on_one_way_oracle();
  behind_oracle();
  forces_oracle();
  guarded_oracle();
  chained_oracle();
  return oracle_exit();
}
