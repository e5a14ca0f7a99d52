/* A hundred functions that are not inlined, each calling the one before. */
#include "oracle.h"
static double leaf(double x) { return x; }
#define F(name, before)                                                                            \
  __attribute__((noinline)) static double name(double x) {                                         \
    return 0.9 * before(x * 1.01) + 0.1 * x * x;                                                   \
  }
#define F10(p, before)                                                                             \
  F(p##0, before)                                                                                  \
  F(p##1, p##0) F(p##2, p##1) F(p##3, p##2) F(p##4, p##3) F(p##5, p##4) F(p##6, p##5)              \
      F(p##7, p##6) F(p##8, p##7) F(p##9, p##8)
F10(a, leaf)
F10(b, a9) F10(c, b9) F10(d, c9) F10(e, d9) F10(f, e9) F10(g, f9) F10(h, g9) F10(i, h9) F10(k, i9)
    PRIMAL(chain) {
  out[0] = k9(in[0]) * k9(in[1]);
}
ORACLE_MAIN(chain, 2, 1, 0.5, 1)
