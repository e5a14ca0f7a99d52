/* Two thousand statements in one function. */
#include "oracle.h"
#define S(k)                                                                                       \
  a = 0.5 * (a * b + sin(a));                                                                      \
  b = 0.5 * (b + 0.9 * a / (2 + b * b)) + in[k & 1] * 0.01;
#define S10(k) S(k) S(k + 1) S(k + 2) S(k + 3) S(k + 4) S(k + 5) S(k + 6) S(k + 7) S(k + 8) S(k + 9)
#define S100(k) S10(k) S10(k) S10(k) S10(k) S10(k) S10(k) S10(k) S10(k) S10(k) S10(k)
PRIMAL(large) {
  double a = in[0], b = in[1];
  S100(0) S100(1) S100(2) S100(3) S100(4) S100(5) S100(6) S100(7) S100(8) S100(9) out[0] = a;
  out[1] = b;
}
ORACLE_MAIN(large, 2, 2, 0.5, 1.5)
