/* The sign flipped and cleared through integer bits, as C libraries do it. */
#include "oracle.h"
static double negated(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits ^= 1ull << 63;
  memcpy(&x, &bits, sizeof bits);
  return x;
}
static double absolute(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits &= ~(1ull << 63);
  memcpy(&x, &bits, sizeof bits);
  return x;
}
PRIMAL(bits) {
  out[0] = negated(in[0]) * in[1];
  out[1] = absolute(in[0] - 2) * in[1];
}
ORACLE_MAIN(bits, 2, 2, 0.5, 1.5)
