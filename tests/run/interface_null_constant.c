/* A second result that nobody asks for: the objective of an optimiser, which writes the gradient by
 * hand where there is room for one. */
#include "oracle.h"

extern double __adcc_autodiff_objective(void *, ...), __adcc_fwddiff_objective(void *, ...);
typedef struct {
  double scale;
} Settings;

__attribute__((noinline)) static double objective(unsigned n, const double *x, double *gradient,
                                                  void *data) {
  const Settings *settings = data;
  double scale = settings ? settings->scale : 1, sum = 0;
  for (unsigned i = 0; i < n; i++) {
    sum += scale * x[i] * x[i] * x[(i + 1) % n];
    if (gradient)
      gradient[i] = 3 * scale * x[i] * x[i];
  }
  return sum;
}

static void null_constant_call(OracleMode mode, double *in, double *din, size_t n, double *out,
                               double *dout, size_t m) {
  Settings settings = {1};
  (void)m;
  if (mode == ORACLE_CALL_PRIMAL) {
    out[0] = objective((unsigned)n, in, NULL, NULL);
  } else if (mode == ORACLE_CALL_REVERSE) {
    double shadow[4] = {0};
    __adcc_autodiff_objective((void *)objective, adcc_const, (unsigned)n, adcc_dup, in, shadow,
                              adcc_const, (double *)NULL, adcc_const, &settings);
    out[0] = objective((unsigned)n, in, NULL, &settings);
    for (size_t i = 0; i < n; i++)
      din[i] += dout[0] * shadow[i];
    dout[0] = 0;
  } else {
    dout[0] = __adcc_fwddiff_objective((void *)objective, adcc_const, (unsigned)n, adcc_dup, in, din,
                                       adcc_const, (double *)NULL, adcc_const, NULL);
    out[0] = objective((unsigned)n, in, NULL, NULL);
  }
}

int main(void) {
  return oracle_check("null constant", null_constant_call, 4, 1, 0.3, 1.2) != ORACLE_OK;
}
