/* A function pointer that optimisation can see through, or select of two. */
#include "oracle.h"
static double square(double x) { return x * x; }
static double cube(double x) { return x * x * x; }
static double apply(double (*f)(double), double x) { return f(x) + 1; }
PRIMAL(pointers) {
  out[0] = apply(square, in[0]) * apply(cube, in[1]);
  double (*chosen)(double) = in[0] > in[1] ? square : cube;
  out[1] = chosen(in[1]);
}
ORACLE_MAIN(pointers, 2, 2, 0.5, 1.5)
