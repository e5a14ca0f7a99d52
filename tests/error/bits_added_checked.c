/* The bits of a number, added to with a check for overflow and taken for a number. */
// error: cannot tell what this computes: integer arithmetic on the bits of floating point
#include <string.h>
extern float __adcc_autodiff(void *, ...);

static float logarithm(float x) {
  int bits, sum;
  memcpy(&bits, &x, sizeof bits);
  if (__builtin_sadd_overflow(bits, -1065353216, &sum))
    return 0;
  return 1.1920929e-7f * (float)sum;
}
float gradient(float x) { return __adcc_autodiff((void *)logarithm, x); }
