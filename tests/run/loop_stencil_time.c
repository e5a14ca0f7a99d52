/* Time stepping with two buffers that are swapped. */
#include "oracle.h"
enum { N = 8 };
PRIMAL(heat) {
  double a[N], b[N], *now = a, *next = b;
  memcpy(a, in, sizeof a);
  for (int t = 0; t < 6; t++) {
    next[0] = now[0];
    next[N - 1] = now[N - 1];
    for (int i = 1; i < N - 1; i++)
      next[i] = now[i] + 0.2 * now[i] * (now[i - 1] - 2 * now[i] + now[i + 1]);
    double *swap = now;
    now = next;
    next = swap;
  }
  for (int i = 0; i < N; i++)
    out[i] = now[i];
}
ORACLE_MAIN(heat, N, N, 0.5, 1.5)
