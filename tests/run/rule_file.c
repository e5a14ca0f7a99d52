// rules: rules_half_file.c
/* A function of a library that adcc does not know, with its rule in a file of rules. */
#include "oracle.h"
extern double __adcc_autodiff_f(double (*)(double), double);
__attribute__((noinline)) double library_half_square(double x) {
  volatile double hidden = x;
  return 0.5 * hidden * hidden;
}
static double f(double x) { return library_half_square(x) * 3; }
int main(void) {
  CLOSE(__adcc_autodiff_f(f, 2), 60);
  return oracle_exit();
}
