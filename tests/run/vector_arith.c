/* Arithmetic on vectors of double. */
#include "oracle.h"
typedef double Four __attribute__((vector_size(32)));
PRIMAL(vectors) {
  Four a = {in[0], in[1], in[2], in[3]}, b = {in[4], in[5], in[6], in[7]};
  Four c = a * b + a / b - b;
  c = -c * c + 2.0 * a;
  for (int i = 0; i < 4; i++)
    out[i] = c[i];
  out[4] = c[0] * c[3];
}
ORACLE_MAIN(vectors, 8, 5, 0.5, 2)
