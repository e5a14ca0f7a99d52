/* A blend by a mask that the caller gives, which may have any bits. */
// error: integer arithmetic on the bits of floating point, a blend by a mask that is not seen to be all ones or all zeros
#include <stdint.h>
typedef int64_t Words __attribute__((vector_size(16)));
typedef double Doubles __attribute__((vector_size(16)));
double __adcc_fwddiff(void *, ...);
static double f(const double *x, const Words *mask) {
  Doubles a = {x[0], x[1]}, b = a * a;
  Doubles v = (Doubles)(((Words)a & *mask) | ((Words)b & ~*mask));
  return v[0] + v[1];
}
double df(const double *x, const double *dx, const Words *mask) {
  extern int adcc_const;
  return __adcc_fwddiff((void *)f, x, dx, adcc_const, mask);
}
