/* A request inside a try block, so that it is an invoke. */
#include "oracle.h"
#include <memory>
extern double __enzyme_autodiff(void *, ...);
__attribute__((noinline)) static double half(double x) {
  if (x > 100)
    throw 1;
  return 0.5 * x;
}
static double f(double x) { return half(x) * x; }
int main() {
  auto owner = std::make_unique<double>(3.0);
  double result = 0;
  try {
    result = __enzyme_autodiff((void *)f, *owner);
  } catch (int) {
    result = -1;
  }
  CLOSE(result, 3);
  return oracle_exit();
}
