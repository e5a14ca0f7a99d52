/* The primal is one of two functions, chosen at run time. */
#include "oracle.h"
extern double __enzyme_autodiff_f(void *, ...);
static double square(double x) { return x * x; }
static double cube(double x) { return x * x * x; }
static double slope(int which, double x) {
  return __enzyme_autodiff_f((void *)(which ? square : cube), x);
}
int main(void) {
  volatile int yes = 1, no = 0;
  CLOSE(slope(yes, 3), 6);
  CLOSE(slope(no, 3), 27);
  return oracle_exit();
}
