/* The smallest use of adcc: the derivative of a function at a point. */
#include <adcc/adcc.h>
#include <math.h>
#include <stdio.h>

static double f(double x) { return x * sin(x); }

int main(void) {
  double x = 2;
  double slope = __adcc_autodiff_d((void *)f, adcc_out, x);
  printf("f(x) = x sin x, f'(%g) = %.15g, by hand %.15g\n", x, slope, sin(x) + x * cos(x));
  return !(fabs(slope - (sin(x) + x * cos(x))) < 1e-14);
}
