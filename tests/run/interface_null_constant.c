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

typedef struct {
  void *tape;
  double value;
} Augmented;
extern Augmented __adcc_augmentfwd_objective(void *, ...);
extern void __adcc_reverse_objective(void *, ...), __adcc_autodiff_lanes(void *, ...);
extern int adcc_width, adcc_interleave;

/* In two halves, and for two lanes, whose shadows stand behind each argument or behind all. */
static void check_modes(void) {
  double x[3] = {1, 2, 3}, expected[3] = {0}, halves[3] = {0}, lanes[4][3] = {{0}};
  __adcc_autodiff_objective((void *)objective, adcc_const, 3u, adcc_dup, x, expected, adcc_const,
                            (double *)NULL, adcc_const, NULL);
  Augmented kept =
      __adcc_augmentfwd_objective((void *)objective, adcc_const, 3u, adcc_dup, x, halves,
                                  adcc_const, (double *)NULL, adcc_const, NULL);
  __adcc_reverse_objective((void *)objective, adcc_const, 3u, adcc_dup, x, halves, adcc_const,
                           (double *)NULL, adcc_const, NULL, 1.0, kept.tape);
  __adcc_autodiff_lanes((void *)objective, adcc_width, 2, adcc_const, 3u, adcc_dup, x, lanes[0],
                        lanes[1], adcc_const, (double *)NULL, adcc_const, NULL);
  __adcc_autodiff_lanes((void *)objective, adcc_width, 2, adcc_interleave, adcc_const, 3u, adcc_dup,
                        x, adcc_const, (double *)NULL, adcc_const, NULL, lanes[2], lanes[3]);
  for (int i = 0; i < 3; i++) {
    CLOSE(halves[i], expected[i]);
    for (int lane = 0; lane < 4; lane++)
      CLOSE(lanes[lane][i], expected[i]);
  }
}

int main(void) {
  check_modes();
  if (oracle_exit())
    return 1;
  return oracle_check("null constant", null_constant_call, 4, 1, 0.3, 1.2) != ORACLE_OK;
}
