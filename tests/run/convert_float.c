/* Widening and narrowing between floating-point types. */
#include "oracle.h"
PRIMAL(convert) {
  float single = (float)in[0];
  long double extended = in[1];
  out[0] = single * in[1];
  out[1] = (double)(extended * extended) + (double)(float)(in[0] * in[1]);
}
ORACLE(convert, 2, 2, 0.5, 2)
int main(void) {
  oracle_precision = 1.2e-7;
  convert_oracle();
  return oracle_exit();
}
