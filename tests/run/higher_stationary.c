/* Second derivatives where the first derivative is exactly zero: the guard that keeps an adjoint or
 * tangent of zero from meeting an infinite partial must not drop the derivative of that zero. */
#include "oracle.h"
extern double __enzyme_autodiff_first(void *, ...);
extern double __enzyme_fwddiff_first(void *, ...);
extern double __enzyme_autodiff_second(void *, ...);
extern double __enzyme_fwddiff_second(void *, ...);

static double logarithm(double x) { return log(1 + x * x); }
static double cosine(double x) { return cos(x * x) + sqrt(1 + x * x); }
static double quotient(double x) { return exp(x * x) / (2 + x * x) + pow(1 + x * x, 1.5); }
/* The adjoint of what is multiplied by zero. */
static double product(double x) {
  double values[3] = {x, exp(x), sin(x)}, all = 1;
  for (int i = 0; i < 3; i++)
    all *= log(1 + values[i]) + (i == 1 ? -log(2.0) : 1);
  return all;
}

#define SECOND(f)                                                                                  \
  static double f##_reverse(double x) { return __enzyme_autodiff_first((void *)f, x); }            \
  static double f##_forward(double x) { return __enzyme_fwddiff_first((void *)f, x, 1.0); }        \
  static int f##_fails(void) {                                                                     \
    double step = 1e-4, expected = (f##_reverse(step) - f##_reverse(-step)) / (2 * step);          \
    double found[] = {__enzyme_fwddiff_second((void *)f##_reverse, 0.0, 1.0),                      \
                      __enzyme_autodiff_second((void *)f##_reverse, 0.0),                          \
                      __enzyme_fwddiff_second((void *)f##_forward, 0.0, 1.0),                      \
                      __enzyme_autodiff_second((void *)f##_forward, 0.0)};                         \
    for (int i = 0; i < 4; i++)                                                                    \
      if (!(fabs(found[i] - expected) < 1e-6)) {                                                   \
        printf("%s %d: %g, not %g\n", #f, i, found[i], expected);                                  \
        return 1;                                                                                  \
      }                                                                                            \
    return 0;                                                                                      \
  }
SECOND(logarithm)
SECOND(cosine)
SECOND(quotient)
SECOND(product)

int main(void) {
  return logarithm_fails() || cosine_fails() || quotient_fails() || product_fails();
}
