// flags: -finstrument-functions -fno-omit-frame-pointer
/* Code built for a profiler: every function reports where it was called from. */
#include "oracle.h"

static int depth, deepest, calls;

__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *function, void *site) {
  calls += function != NULL && site != NULL;
  if (++depth > deepest)
    deepest = depth;
}

__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *function, void *site) {
  (void)function, (void)site;
  depth--;
}

static void *last_frame;

static double power(double x, int n) {
  last_frame = __builtin_frame_address(0);
  if (n == 0)
    return __builtin_return_address(0) ? 1 : 0;
  return n % 2 ? x * power(x, n - 1) : power(x * x, n / 2);
}

PRIMAL(series) {
  for (size_t i = 0; i < m; i++) {
    out[i] = 0;
    for (size_t j = 0; j < n; j++)
      out[i] += power(in[j], (int)(i + j)) * in[i];
  }
}
ORACLE(series, 3, 3, 0.5, 1.5)

int main(void) {
  series_oracle();
  EXPECT(calls > 100 && deepest > 3 && depth == 1 && last_frame);
  return oracle_exit();
}
