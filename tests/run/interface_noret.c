/* noret, const_return, active_return: what becomes of the result. */
#include "oracle.h"
extern int adcc_noret, adcc_const_return, adcc_active_return;
extern void __adcc_autodiff_v(void *, ...);
extern void __adcc_fwddiff_v(void *, ...);
static double update(double *x, double *y) {
  *y = *x * *x;
  return *x * 100;
}
int main(void) {
  double x = 3, dx = 0, y = 0, dy = 1;
  __adcc_autodiff_v((void *)update, adcc_const_return, &x, &dx, &y, &dy);
  CLOSE(dx, 6);
  dx = 0, dy = 1;
  __adcc_autodiff_v((void *)update, adcc_active_return, &x, &dx, &y, &dy);
  CLOSE(dx, 106);
  dx = 1, dy = 0;
  __adcc_fwddiff_v((void *)update, adcc_noret, &x, &dx, &y, &dy);
  CLOSE(dy, 6);
  return oracle_exit();
}
