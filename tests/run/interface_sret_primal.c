/* A primal that returns a large struct through memory, in forward mode. */
#include "oracle.h"
typedef struct {
  double a[4];
} Large;
extern Large __enzyme_fwddiff_l(Large (*)(double), double, double);
static Large powers(double x) { return (Large){{x, x * x, x * x * x, 1}}; }
int main(void) {
  Large t = __enzyme_fwddiff_l(powers, 2, 1);
  CLOSE(t.a[0], 1);
  CLOSE(t.a[1], 4);
  CLOSE(t.a[2], 12);
  CLOSE(t.a[3], 0);
  return oracle_exit();
}
