/* Workspace that is kept in a global which other files may define and set: where it comes from an
 * earlier call it has no shadow, and the program is stopped. What the primal does not free leaks,
 * and its shadow with it. */
// levels: O0 O1 O2 O3 fast raw debug
#include "oracle.h"
#include "stops.h"

__attribute__((weak)) double *workspace;
static size_t held;

PRIMAL(smooth) {
  if (held < n) {
    free(workspace);
    workspace = (double *)malloc(n * sizeof *workspace);
    held = n;
  }
  for (size_t i = 0; i < n; i++)
    workspace[i] = in[i] * in[(i + 1) % n];
  for (size_t i = 0; i < n; i++)
    out[0] += workspace[i] * workspace[(i + 2) % n];
}

static void derivative(double *in, double *din, size_t n) {
  double out = 0, dout = 1;
  __adcc_autodiff_state((void *)smooth, &adcc_dup, in, din, n, &adcc_dup, &out, &dout, (size_t)1);
}

static void forget(void) {
  free(workspace);
  workspace = NULL;
  held = 0;
}

int main(void) {
  double in[5] = {1.0, 0.5, 0.7, 1.2, 0.9}, first[5] = {0}, second[5] = {0}, out = 0;
  derivative(in, first, 5); /* allocates the workspace, with a shadow for this call */
  EXPECT(STOPS(derivative(in, second, 5)));
  forget();
  derivative(in, second, 5);
  for (int i = 0; i < 5; i++)
    CLOSE(second[i], first[i]);
  forget();
  smooth(in, 5, &out, 1);
  EXPECT(STOPS(derivative(in, second, 5)));
  forget();
  return oracle_exit();
}
