/* Library functions reached by pointer, and as the primal itself. */
#include "oracle.h"
static double (*const functions[])(double) = {sin, exp, sqrt};
PRIMAL(apply) {
  double x = in[0];
  for (size_t i = 0; i < 3; i++)
    x = functions[(i + n) % 3](x) + in[1];
  double (*chosen)(double) = in[0] > in[1] ? tanh : atan;
  out[0] = x;
  out[1] = chosen(in[1]);
}
ORACLE_MAIN(apply, 2, 2, 0.5, 1.5)
