/* A derivative that keeps records on a tape, differentiated again: lists of records of a loop whose
 * trip count is known only after it, frames of a recursion, and a frame in a loop. */
#include "oracle.h"

PRIMAL(relax) {
  double x = 0.5 * in[0] * in[1];
  int steps = 0;
  while (x < 1.4 && steps++ < 40) {
    double y = x;
    while (y > 0.3) /* the inner list opens chunks of its own */
      y = 0.8 * y * cos(0.1 * in[2] * y);
    x = 0.95 * x + 0.1 + 0.05 * sin(in[3] * y);
    out[0] = 0.5 * out[0] + x * y;
  }
  out[1] = x * sin(out[0]);
  (void)n, (void)m;
}

__attribute__((noinline)) static double descend(double x, int depth) {
  double halves[2] = {x, 0.5 * x};
  if (depth <= 0)
    return sin(x) * x;
  halves[depth & 1] = 0.7 * descend(cos(x) * halves[0], depth - 1) + 0.2 * descend(x, depth - 2);
  return 0.6 * halves[0] + 0.3 * halves[1] * x;
}

PRIMAL(tree) {
  for (size_t i = 0; i < n; i++)
    out[i % m] += descend(in[i], (int)i + 3) * in[0];
}

#define SECOND(primal)                                                                             \
  PRIMAL(primal##_reverse) {                                                                       \
    __adcc_autodiff_state((void *)primal, adcc_dup, in, in + n / 2, adcc_const, n / 2, adcc_dup,   \
                          out, out + m / 2, adcc_const, m / 2);                                    \
  }                                                                                                \
  ORACLE(primal##_reverse, 8, 4, 0.3, 1.2)

SECOND(relax)
SECOND(tree)

int main(void) {
  relax_reverse_oracle();
  tree_reverse_oracle();
  return oracle_exit();
}
