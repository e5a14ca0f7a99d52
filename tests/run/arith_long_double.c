/* The four operations and a loop in x87 extended precision. */
#define REAL long double
#include "oracle.h"
PRIMAL(arith) {
  long double x = in[0], y = in[1], z = in[2], sum = 0;
  for (int i = 0; i < 5; i++)
    sum = sum * x + y / (z + i);
  out[0] = x + y * z - x / z;
  out[1] = -sum;
}
static long double square_ratio(long double x) { return x * x / (1 + x); }
ORACLE(arith, 3, 2, 0.5, 2)
int main(void) {
  arith_oracle();
  ORACLE1(square_ratio, 0.5, 3);
  return oracle_exit();
}
