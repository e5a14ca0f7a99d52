/* A double in a structure beside floats that are found by an index: floats that may lie around it say
 * nothing of it. Of a union of a double and two floats, used twice, the adjoints are added as what
 * they are, or the program stops: never as those of a double where they are the floats'. */
#include "oracle.h"
#include "stops.h"
#define APART __attribute__((noinline))

typedef struct {
  double d;
  float f[4];
} Beside;
APART static double square(double d) { return d * d; }
APART static double cube(double d) { return d * d * d; }
double beside(double x, int k) {
  Beside b;
  b.d = x * 3;
  for (int i = 0; i < 4; i++)
    b.f[(i * k) & 3] = (float)x;
  double sum = square(b.d);
  for (int i = 0; i < k; i++)
    b.f[i & 3] *= 2;
  return sum + cube(b.d) + b.f[k & 3];
}

typedef union {
  double d;
  float f[2];
} Either;
APART static double product(Either e, int k) { return k ? e.d * e.d : e.f[0] * e.f[1]; }
APART static double twice(double d, int k, int n) {
  Either e;
  if (k)
    e.d = d;
  else
    for (int i = 0; i < n; i++)
      e.f[i & 1] = (float)d;
  return product(e, k) + 3 * product(e, k);
}
double either(double x, int k) { return twice(x * 3, k, 2); }

double __enzyme_autodiff(void *, ...);
static double slope_of_either(double x, int k) { return __enzyme_autodiff((void *)either, x, k); }

int main(void) {
  double x = 1.25;
  CLOSE_TO(__enzyme_autodiff((void *)beside, x, 3), 18 * x + 81 * x * x + 1, 1e-6);
  for (int k = 0; k < 2; k++)
    EXPECT(STOPS(slope_of_either(x, k)) || fabs(slope_of_either(x, k) - 72 * x) < 1e-5);
  return oracle_exit();
}
