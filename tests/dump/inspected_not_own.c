/* What lies behind an index from memory is looked at ahead of the loop where the caller passes it, not
 * where the function has made it: a call that a local array is passed to would keep its derivatives
 * from lying as suits them best. */
// adcc: --dump=prepare
// flags: -O2 -Xclang -disable-llvm-passes
// prints: @inspect\.passed
// never: @inspect\.own
#include "adcc/adcc.h"
enum { BONES = 12 };
void passed(double *y, const double *bones, const int *carriers, int n) {
  for (int i = 0; i < n; i++)
    y[i] = bones[carriers[i]] * y[i];
}
void own(double *y, const double *pose, const int *carriers, int n) {
  double bones[BONES];
  for (int k = 0; k < BONES; k++)
    bones[k] = pose[k] * pose[k];
  for (int i = 0; i < n; i++)
    y[i] = bones[carriers[i] % BONES] * y[i];
}
void gradients(double *y, double *dy, double *x, double *dx, int *carriers, int n) {
  __adcc_autodiff((void *)passed, adcc_dup, y, dy, adcc_dup, x, dx, adcc_const, carriers, n);
  __adcc_autodiff((void *)own, adcc_dup, y, dy, adcc_dup, x, dx, adcc_const, carriers, n);
}
