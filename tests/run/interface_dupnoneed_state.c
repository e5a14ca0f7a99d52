/* dupnoneed on state that the primal also reads; markers about the return value. */
#include "oracle.h"
extern int enzyme_dup, enzyme_dupnoneed, enzyme_const, enzyme_noret, enzyme_const_return,
    enzyme_byref, enzyme_not_overwritten, enzyme_out, enzyme_active_return, enzyme_dup_return,
    enzyme_primal_return;
extern void __enzyme_autodiff_v(void *, ...);
extern double __enzyme_autodiff(void *, ...);
extern void __enzyme_fwddiff_v(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
static void steps(double *state, const double *x, int n) {
  for (int i = 0; i < n; i++)
    state[0] = state[0] * x[i] + state[1];
  state[1] = state[0] * state[0];
}
static double sq(double x) { return x * x; }
static double *where(double *x) { return x; }
static double body(double *x, double y) {
  x[0] *= y;
  return x[0] * x[0];
}
int main(void) {
  double s[2] = {2, 3}, ds[2] = {0, 1}, x[3] = {1.5, 2, 0.5}, dx[3] = {0};
  /* r = ((2a+3)b+3)c+3; out r^2 */
  double a = 1.5, b = 2, c = 0.5, r = ((2 * a + 3) * b + 3) * c + 3;
  __enzyme_autodiff_v((void *)steps, enzyme_dupnoneed, s, ds, enzyme_dup, x, dx, 3);
  CLOSE(dx[0], 2 * r * 2 * b * c);
  CLOSE(dx[1], 2 * r * (2 * a + 3) * c);
  CLOSE(dx[2], 2 * r * ((2 * a + 3) * b + 3));
  CLOSE(ds[0], 2 * r * a * b * c);
  CLOSE(ds[1], 2 * r * (b * c + c + 1));
  CLOSE(__enzyme_autodiff((void *)sq, enzyme_active_return, enzyme_out, 3.0), 6);
  __enzyme_fwddiff_v((void *)sq, enzyme_const_return, enzyme_dup, 3.0, 1.0);
  CLOSE(__enzyme_fwddiff((void *)sq, 3.0, 2.0), 12);
  double y = 3, dy = 0;
  CLOSE(__enzyme_autodiff((void *)body, enzyme_noret, enzyme_dup, &y, (dy = 1, &dy), 5.0), 3);
  CLOSE(dy, 5);
  y = 3, dy = 0;
  CLOSE(__enzyme_autodiff((void *)body, enzyme_not_overwritten, enzyme_dup, &y, &dy, 5.0),
        2 * 15 * 3);
  y = 3;
  dy = 0;
  CLOSE(__enzyme_autodiff((void *)body, enzyme_dup, &y, &dy, 5.0, enzyme_noret), 0);
  return oracle_exit();
}
