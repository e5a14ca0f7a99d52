/* A log is written to a stream that the C library set up before the derivative was called: nothing
 * is reached through its shadow, so its absence stops no program, at -O0 either. */
#include "oracle.h"

static double logged(double x, const char *name) {
  double y = 3 * x;
  fprintf(stderr, "%g\n", y);
  return y * y * (strlen(name) == 3);
}

extern double __adcc_autodiff_logged(void *, ...), __adcc_fwddiff_logged(void *, ...);

int main(void) {
  CLOSE(__adcc_autodiff_logged((void *)logged, 2.0, adcc_const, "abc"), 36);
  CLOSE(__adcc_fwddiff_logged((void *)logged, adcc_dup, 2.0, 1.0, adcc_const, "abc"), 36);
  return oracle_exit();
}
