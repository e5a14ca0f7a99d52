/* Four hundred branches in one function, in a loop too: what each keeps waits for the reverse sweep
 * in memory, through more blocks than a register allocator likes to see. */
#include "oracle.h"
#define S(k)                                                                                       \
  if (a > 0.1 * ((k) % 13))                                                                          \
    a = 0.7 * a * b + in[(k) % 3];                                                                   \
  else {                                                                                           \
    b = 0.5 * sin(b) * a + 0.5;                                                                    \
    if (b > 0.6)                                                                                   \
      a += 0.1 * b * b;                                                                            \
  }
#define S10(k) S(k) S(k + 1) S(k + 2) S(k + 3) S(k + 4) S(k + 5) S(k + 6) S(k + 7) S(k + 8) S(k + 9)
#define S100(k)                                                                                    \
  S10(k) S10(k + 3) S10(k + 1) S10(k + 5) S10(k) S10(k + 2) S10(k) S10(k + 9) S10(k + 4) S10(k + 7)
PRIMAL(branches) {
  (void)n, (void)m;
  double a = in[0], b = in[1];
  S100(0) S100(1) out[0] = a;
  for (int i = 0; i < 3; i++) {
    S10(i) out[1] += a * b;
  }
}
ORACLE_MAIN(branches, 3, 2, 0.5, 1.5)
