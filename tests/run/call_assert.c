/* assert: the path that does not return is no obstacle. */
#include "oracle.h"
#include <assert.h>
__attribute__((noreturn, noinline)) static void fatal(const char *why, double value) {
  fprintf(stderr, "%s %g\n", why, value);
  exit(3);
}
PRIMAL(checked) {
  assert(n == 2);
  if (in[0] < 0)
    fatal("negative", in[0]);
  double x = log(in[0]);
  if (in[1] > 100)
    abort();
  assert(in[1] < 50);
  out[0] = x * in[1];
}
ORACLE_MAIN(checked, 2, 1, 0.5, 1.5)
