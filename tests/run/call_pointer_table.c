/* Calls through a table of function pointers with an index known only at run time. */
#include "oracle.h"
static double square(double x) { return x * x; }
static double reciprocal(double x) { return 1 / x; }
static double wave(double x) { return sin(3 * x); }
static double (*const table[])(double) = {square, reciprocal, wave};
PRIMAL(layers) {
  double x = in[0];
  for (size_t i = 0; i < 7; i++)
    x = table[(i * i + n) % 3](x) + in[i % n];
  out[0] = x;
}
ORACLE_MAIN(layers, 4, 1, 0.8, 1.5)
