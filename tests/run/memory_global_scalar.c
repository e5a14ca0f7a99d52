/* Scalar globals, one a pointer to another. */
#include "oracle.h"
double accumulator;
double *current = &accumulator;
static double factor = 2.5;
__attribute__((noinline)) static void add(double x) { *current += x * factor; }
PRIMAL(global) {
  accumulator = 0;
  for (size_t i = 0; i < n; i++)
    add(in[i] * in[i]);
  out[0] = accumulator * in[0];
}
ORACLE_MAIN(global, 3, 1, 0.5, 1.5)
