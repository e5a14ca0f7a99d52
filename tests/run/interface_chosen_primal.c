/* A function that run time chooses from a table is differentiated through one that calls it. */
#include "oracle.h"
extern double __adcc_autodiff_f(void *, ...);
extern double __adcc_fwddiff_f(void *, ...);
static double square(double x) { return x * x; }
static double cube(double x) { return x * x * x; }
static double wave(double x) { return sin(x); }
static double (*const table[])(double) = {square, cube, wave};
static double call(double (*function)(double), double x) { return function(x); }
int main(int argc, char **argv) {
  double expected[] = {4, 12, cos(2)};
  for (int i = 0; i < 3; i++) {
    int which = (i + argc) % 3;
    CLOSE(__adcc_autodiff_f((void *)call, adcc_const, table[which], adcc_out, 2.0), expected[which]);
    CLOSE(__adcc_fwddiff_f((void *)call, adcc_const, table[which], adcc_dup, 2.0, 0.5),
          0.5 * expected[which]);
  }
  return oracle_exit();
}
