/* pow where the naive partials are 0/0 or log of a negative number. */
// levels: O0 O1 O2 O3 raw asan
#include "oracle.h"
extern double __adcc_autodiff_edge(double (*)(double), double);
static double square(double x) { return pow(x, 2); }
static double first(double x) { return pow(x, 1); }
static double none(double x) { return pow(x, 0); }
static double cube(double x) {
  volatile double three = 3;
  return pow(x, three);
}
int main(void) {
  CLOSE(__adcc_autodiff_edge(square, 0), 0);
  CLOSE(__adcc_autodiff_edge(square, -3), -6);
  CLOSE(__adcc_autodiff_edge(first, 0), 1);
  CLOSE(__adcc_autodiff_edge(none, 0), 0);
  CLOSE(__adcc_autodiff_edge(cube, -2), 12);
  CLOSE(__adcc_autodiff_edge(cube, 0), 0);
  return oracle_exit();
}
