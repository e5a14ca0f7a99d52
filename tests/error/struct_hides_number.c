/* A recursive function returns the bits of a number in an integer beside another number. */
// error: integer member
#include <stdint.h>
#include <string.h>
extern double __adcc_autodiff(void *, ...);
typedef struct {
  uint64_t bits;
  double scale;
} Mixed;
static Mixed mixed(double x, int n) {
  if (n == 0) {
    Mixed first = {0, x * x};
    memcpy(&first.bits, &x, sizeof x);
    return first;
  }
  Mixed next = mixed(x * 1.5, n - 1);
  return (Mixed){next.bits, next.scale * x};
}
double f(double x) {
  Mixed m = mixed(x, 3);
  double number;
  memcpy(&number, &m.bits, sizeof number);
  return number * m.scale;
}
double df(double x) { return __adcc_autodiff((void *)f, x); }
