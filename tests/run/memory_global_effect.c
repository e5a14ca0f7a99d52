/* A call that matters only by what it does to a global: its arguments are constants, and nobody
 * uses its result. */
#include "oracle.h"
static double shared[2];

__attribute__((noinline)) static double touch(double x) {
  shared[1] *= 0.5 * cosh(0.5 * shared[0]) * x;
  return shared[1] * x;
}

__attribute__((noinline)) static void swap_shared(void) {
  double first = shared[0];
  shared[0] = shared[1];
  shared[1] = first * first;
}

PRIMAL(effect) {
  shared[0] = in[0];
  shared[1] = in[1] * in[0];
  touch(0.4);
  for (int i = 0; i < 2; i++) {
    double unused = sin(touch(1 + 0.1 * i));
    (void)unused;
    swap_shared();
  }
  out[0] += shared[1] * shared[0];
  (void)n, (void)m;
}
ORACLE_MAIN(effect, 2, 1, 0.3, 1.2)
