/* Arithmetic that minds exceptions and rounding modes, in functions that are inlined or called. */
// flags: -ffp-model=strict
#include "oracle.h"

static double horner(const double *c, int n, double x) {
  double sum = c[n - 1];
  for (int i = n - 2; i >= 0; i--)
    sum = sum * x + c[i];
  return sum;
}

static double scaled(double x) {
  int exponent;
  double mantissa = frexp(x, &exponent);
  return ldexp(mantissa * mantissa, 2) + exponent * x;
}

__attribute__((noinline)) static float narrow(double x, int n) {
  float f = (float)x;
  return n > 2 ? sqrtf(f) : f * (float)n;
}

static double (*const functions[])(double) = {sin, scaled, sqrt, fabs};

PRIMAL(strict) {
  double c[4] = {in[0], in[1] / in[2], in[2], 0.5};
  out[0] = horner(c, 4, in[1]) * out[0];
  for (int i = 0; i < 4; i++)
    out[1] += functions[i](in[i]) / (1 + (double)(long)(in[0] * 4));
  out[2] *= pow(in[0], in[1]) + fma(in[1], in[2], rint(in[3])) + fmax(in[0], in[3]);
  if (in[0] < in[1] || in[2] >= in[3])
    out[2] -= horner(in, 3, in[3]);
}

PRIMAL(narrowed) { out[0] += narrow(in[0] * in[1], 3) * narrow(in[1], 2); }

ORACLE(strict, 4, 3, 0.6, 1.7)
ORACLE(narrowed, 2, 1, 0.6, 1.7)
int main(void) {
  strict_oracle();
  oracle_precision = 6e-8;
  narrowed_oracle();
  return oracle_exit();
}
