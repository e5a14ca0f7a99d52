// flags: -fzero-call-used-regs=all
/* Hardened builds clear registers when functions return, but not those in which results are: a
 * derivative of three lanes returns three numbers. */
#include "oracle.h"

typedef struct {
  double a, b, c;
} Lanes;
Lanes __enzyme_fwddiff(void *, ...);
extern int enzyme_width, enzyme_dup;

__attribute__((noinline)) static double nested(double x, int n) {
  return n ? sin(nested(x, n - 1)) * x : x * x;
}
static double above(double x) { return nested(x, 3) + 1; }

int main(void) {
  Lanes lanes = __enzyme_fwddiff((void *)above, enzyme_width, 3, enzyme_dup, 0.7, 1., 2., 3.);
  CLOSE(lanes.b, 2 * lanes.a);
  CLOSE(lanes.c, 3 * lanes.a);
  return oracle_exit();
}
