// flags: -fno-builtin
/* A program's own function with the name of one of the library's, which counts its calls. */
#include "oracle.h"
static int calls;
double hypot(double x, double y) {
  calls++;
  return 3 * x + y * y;
}
static double twice(double x) {
  int before = calls;
  double first = hypot(x, x);
  return first + hypot(x, x) + 10 * (calls - before) * x;
}
int main(void) {
  double at = 1.5;
  CLOSE(twice(at), 2 * (3 * at + at * at) + 20 * at);
  calls = 0;
  CLOSE(__adcc_autodiff_1(twice, at), 2 * (3 + 2 * at) + 20);
  EXPECT(calls == 2);
  return oracle_exit();
}
