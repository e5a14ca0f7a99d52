/* An exception that leaves the derivative: it arrives, and the tape is released. */
#include "oracle.h"
#include <adcc/adcc.h>
extern int enzyme_dup;
extern double __enzyme_autodiff(void *, ...);
__attribute__((noinline)) static void stop(double x) {
  if (x > 1e3)
    throw 7;
}
static double grow(double *x, int limit) {
  double y = *x;
  for (int i = 0; i < limit; i++) {
    y = y * *x;
    stop(y);
  }
  return y;
}
int main() {
  double x = 2, dx = 0;
  __enzyme_autodiff((void *)grow, enzyme_dup, &x, &dx, 3);
  CLOSE(dx, 32);
  int caught = 0;
  try {
    __enzyme_autodiff((void *)grow, enzyme_dup, &x, &dx, 30);
  } catch (int what) {
    caught = what;
  }
  EXPECT(caught == 7);
  struct adcc_tape_statistics stats;
  adcc_tape_stats(&stats);
  EXPECT(stats.live_bytes == 0);
  return oracle_exit();
}
