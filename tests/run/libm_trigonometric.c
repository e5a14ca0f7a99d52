#include "oracle.h"
int main(void) {
  ORACLE1(sin, -4, 4);
  ORACLE1(cos, -4, 4);
  ORACLE1(tan, -1.4, 1.4);
  ORACLE1(asin, -0.95, 0.95);
  ORACLE1(acos, -0.95, 0.95);
  ORACLE1(atan, -5, 5);
  ORACLE2(atan2, 0.2, 3);
  ORACLE2(atan2, -3, -0.2);
  return oracle_exit();
}
