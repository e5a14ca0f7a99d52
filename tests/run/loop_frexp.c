/* Exponents that become numbers again, in a loop that is vectorised. */
#include "oracle.h"
PRIMAL(parts) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    int power;
    double fraction = frexp(in[i], &power);
    sum += fraction * power;
  }
  out[0] = sum;
  (void)m;
}
ORACLE(parts, 9, 1, 5.2, 7.3)
int main(void) {
  parts_oracle();
  return oracle_exit();
}
