/* A mask that is not known clears bits of what was loaded as an integer. */
// error: integer arithmetic on the bits
#include <stdint.h>
#include <string.h>
extern void __adcc_autodiff(void *, ...);
extern int adcc_dup, adcc_const;
static double masked(double x, uint64_t mask) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits &= mask;
  memcpy(&x, &bits, sizeof x);
  return x;
}
static void f(const double *in, uint64_t mask, double *out) { *out = masked(*in, mask); }
int main(void) {
  double x = 1.5, dx = 0, y = 0, dy = 1;
  __adcc_autodiff((void *)f, adcc_dup, &x, &dx, adcc_const, ~(uint64_t)4095, adcc_dup, &y, &dy);
  return dx != 1;
}
