/* A recursive function returns, by turns, the bits of a number and an integer in one member. */
#include "oracle.h"
typedef struct {
  uint64_t bits;
  double scale;
} Mixed;
static Mixed mixed(double x, uint64_t hash, int n) {
  if (n == 0) {
    Mixed first = {hash * 1234567u, x * x};
    if (hash % 2)
      memcpy(&first.bits, &x, sizeof x);
    return first;
  }
  Mixed next = mixed(x * 1.5, hash + (uint64_t)n, n - 1);
  return (Mixed){next.bits, next.scale * x};
}
static double hashed(double x, uint64_t hash) {
  Mixed m = mixed(x, hash, 3);
  double number;
  memcpy(&number, &m.bits, sizeof number);
  return hash % 2 ? number * m.scale : (double)(m.bits >> 20) * m.scale;
}
PRIMAL(by_turns) {
  (void)n;
  for (size_t i = 0; i < m; i++)
    out[i] = hashed(in[i % 3], 5 + i);
}
ORACLE(by_turns, 3, 6, 0.5, 1.5)
int main(void) {
  by_turns_oracle();
  return oracle_exit();
}
