/* dupnoneed: the shadow as for dup; also on a buffer that the primal reads as its state. */
#include "oracle.h"
extern void __adcc_autodiff_n(void *, ...);
extern void __adcc_fwddiff_n(void *, ...);
static void square(const double *x, double *y) { *y = *x * *x; }
static void recur(double *state, const double *x, double *y) {
  for (int i = 0; i < 3; i++) {
    *state = *state * *x + 1;
    *y = *state * *state;
  }
}
int main(void) {
  double x = 3, dx = 0, y = 0, dy = 1;
  __adcc_autodiff_n((void *)square, &x, &dx, adcc_dupnoneed, &y, &dy);
  CLOSE(dx, 6);
  dx = 1;
  __adcc_fwddiff_n((void *)square, &x, &dx, adcc_dupnoneed, &y, &dy);
  CLOSE(dy, 6);
  /* state = x^3 s + x^2 + x + 1, with s = 0.5 */
  double s = 0.5, ds = 0, value = 13.5 + 4 * 3 - 8 * 0 + 0;
  value = 27 * 0.5 + 9 + 3 + 1;
  dx = 0, dy = 1;
  __adcc_autodiff_n((void *)recur, adcc_dupnoneed, &s, &ds, adcc_dup, &x, &dx, adcc_dupnoneed, &y,
                    &dy);
  CLOSE(dx, 2 * value * (27 * 0.5 + 2 * 3 + 1));
  CLOSE(ds, 2 * value * 27);
  return oracle_exit();
}
