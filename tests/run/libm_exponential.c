// flags: -D_GNU_SOURCE
#include "oracle.h"
int main(void) {
  ORACLE1(exp, -3, 3);
  ORACLE1(exp2, -3, 3);
  ORACLE1(exp10, -2, 2);
  ORACLE1(expm1, -3, 3);
  ORACLE1(log, 0.1, 4);
  ORACLE1(log2, 0.1, 4);
  ORACLE1(log10, 0.1, 4);
  ORACLE1(log1p, -0.9, 4);
  return oracle_exit();
}
