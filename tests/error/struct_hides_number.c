/* A recursive function returns, by turns, the bits of a number and an integer in one member. */
// error: integer member
#include <stdint.h>
#include <string.h>
extern double __adcc_autodiff(void *, ...);
typedef struct {
  uint64_t bits;
  double scale;
} Mixed;
static Mixed mixed(double x, uint64_t hash, int n) {
  if (n == 0) {
    Mixed first = {hash * 1234567u, x * x};
    if (hash % 2)
      memcpy(&first.bits, &x, sizeof x);
    return first;
  }
  Mixed next = mixed(x * 1.5, hash + (uint64_t)n, n - 1);
  return (Mixed){next.bits, next.scale * x};
}
double f(double x, uint64_t hash) {
  Mixed m = mixed(x, hash, 3);
  double number;
  memcpy(&number, &m.bits, sizeof number);
  return hash % 2 ? number * m.scale : (double)(m.bits >> 60) * m.scale;
}
double df(double x) { return __adcc_autodiff((void *)f, x, (uint64_t)5); }
