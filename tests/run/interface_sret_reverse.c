/* Structures as results in reverse mode, in registers and in memory: every member is seeded with 1.
 */
#include "oracle.h"
typedef struct {
  double a[4];
} Large;
typedef struct {
  double x, y;
} Pair;
typedef struct {
  Large p, t;
} Both;
extern double __enzyme_autodiff_l(Large (*)(double), double);
extern double __enzyme_autodiff_p(Pair (*)(double), double);
extern Both __enzyme_fwddiff_l(void *, ...);
extern int enzyme_primal_return;
static Large powers(double x) { return (Large){{x, x * x, x * x * x, 1}}; }
static Pair pr(double x) { return (Pair){x * x, x * x * x}; }
int main(void) {
  CLOSE(__enzyme_autodiff_l(powers, 2), 1 + 4 + 12);
  CLOSE(__enzyme_autodiff_p(pr, 2), 4 + 12);
  Both b = __enzyme_fwddiff_l((void *)powers, enzyme_primal_return, 2.0, 1.0);
  CLOSE(b.p.a[2], 8);
  CLOSE(b.t.a[2], 12);
  return oracle_exit();
}
