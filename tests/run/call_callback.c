/* A callback with a context: quadrature of a user function. */
#include "oracle.h"
typedef double Integrand(double x, void *context);
__attribute__((noinline)) static double integrate(Integrand *f, void *context, int steps) {
  double sum = 0;
  for (int i = 0; i < steps; i++)
    sum += f((i + 0.5) / steps, context) / steps;
  return sum;
}
static double gauss(double x, void *context) {
  double *p = (double *)context;
  return p[0] * exp(-p[1] * x * x);
}
static double line(double x, void *context) { return *(double *)context * x; }
PRIMAL(quadrature) { out[0] = integrate(gauss, in, 6) + integrate(line, in + 1, 4) * in[0]; }
ORACLE_MAIN(quadrature, 2, 1, 0.5, 1.5)
