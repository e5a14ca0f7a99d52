/* What is active, and why. */
// adcc: --dump=activity
// prints: activity of area.*reverse mode
// prints: shadow +ptr .*%x
// prints: inactive +ptr .*%weights
// prints: active +%[0-9]+ = load double.* because of argument %x
// prints: inactive +%[0-9]+ = load double
// prints: active +.* = fmul double .* because of %[0-9]+, of argument %x
// prints: active +memory behind argument %x
// prints: inactive +memory behind argument %weights
#include <adcc/adcc.h>
double area(const double *x, const double *weights) { return x[0] * weights[0]; }
void gradient(const double *x, double *dx, const double *weights) {
  __adcc_autodiff((void *)area, adcc_dup, x, dx, adcc_const, weights);
}
