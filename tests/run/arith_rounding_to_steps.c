/* Sums with a large constant that is taken away again round to steps, of halves below zero where the constant
 * is the first of its binade, and of twos where the sum is in the next one. */
#include "oracle.h"
static double halves(double x) { return (x + 0x1p52) - 0x1p52; }
static double ones(double x) { return (x + 0x1.8p52) - 0x1.8p52; }
static double twos(double x) { return (x + 0x1.8p52) - 0x1.8p52; }
static float float_halves(float x) { return (x + 0x1p23f) - 0x1p23f; }
static double from_below(double x) { return (x - 0x1p52) + 0x1p52; }
static double to_integer(double x) { return x < 0 ? from_below(x) : halves(x); }
PRIMAL(steps) {
  for (size_t i = 0; i < n; i++) {
    double odd = 0x1p52 + 1 + (double)i;
    out[i % m] += halves(in[i]) * in[i] + ones(in[i]) + in[i];
    out[i % m] += from_below(in[i]) * in[i] + to_integer(-in[i]) + 3 * to_integer(in[i]) * in[i];
    out[i % m] += from_below(-in[i]) * in[i];
    out[i % m] += (twos(odd) - odd) * in[i] + in[i] * in[i];
    out[i % m] += float_halves((float)i * -0.3f) * in[i];
  }
}
ORACLE_MAIN(steps, 4, 4, -3.85, -1.1)
