/* Uses the README's examples; readme.inc is what stands there. */
#include "oracle.h"

#include "readme.inc"

extern double __adcc_autodiff_d(void *, ...);
extern double __adcc_fwddiff_d(void *, ...);
extern void __adcc_autodiff(void *, ...);
extern int adcc_dup, adcc_const;

static double numbers(double x) { return cube(x) + my_log1p(x) + report(x) * last_value; }
static double tangents(double x) { return cube(x) * x; }
static double sums(double *sum, double x) { return add_to(sum, x) * x; }
static void memory(double *y, const double *factor) { scale_by(y, factor, 2); }

int main(void) {
  double x[2] = {2, 3}, dx[2] = {0};
  CLOSE(parabola_gradient(x, dx, 2, 10), 13);
  CLOSE(dx[1], 60);
  CLOSE(__adcc_autodiff_d((void *)numbers, 2.0), 12 + 1. / 3);
  CLOSE(__adcc_fwddiff_d((void *)tangents, 2.0, 1.0), 12 * 2 + 8);
  double sum = 1, dsum = 5;
  CLOSE(__adcc_fwddiff_d((void *)sums, &sum, &dsum, 2.0, 1.0), 6 * 2 + 3);
  CLOSE(sum, 3);
  double factor = 5, dfactor = 0, dy[2] = {1, 1};
  __adcc_autodiff((void *)memory, adcc_dup, x, dy, adcc_dup, &factor, &dfactor);
  CLOSE(dfactor, 5);
  CLOSE(dy[0], 5);
  __adcc_autodiff((void *)memory, adcc_dup, x, dy, adcc_const, &factor);
  CLOSE(dy[0], 25);
  return oracle_exit();
}
