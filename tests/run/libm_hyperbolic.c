#include "oracle.h"
int main(void) {
  ORACLE1(sinh, -3, 3);
  ORACLE1(cosh, -3, 3);
  ORACLE1(tanh, -3, 3);
  ORACLE1(asinh, -3, 3);
  ORACLE1(acosh, 1.1, 4);
  ORACLE1(atanh, -0.9, 0.9);
  return oracle_exit();
}
