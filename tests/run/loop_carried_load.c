/* Stencils whose reverse sweep wants what they read, which is overwritten: what one iteration reads
 * is the neighbour of the next. Between two buffers, in place behind and ahead of what is read, and
 * by pointers that may be the same. */
#include "oracle.h"

__attribute__((noinline)) static void react(int n, int steps, double (*u)[n]) {
  double v[n][n];
  memcpy(v, u, sizeof v);
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        v[i][j] = u[i][j] + 0.1 * (u[i + 1][j] + u[i - 1][j] + u[i][j + 1] + u[i][j - 1]) +
                  0.05 * u[i][j] * (1 - u[i][j]);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        u[i][j] = 0.7 * v[i][j];
  }
}

/* Each place is written behind, at, or ahead of where the next one is read. */
__attribute__((noinline)) static void shift(int n, double *to, const double *from, double *sum) {
  for (int i = 1; i < n - 1; i++) {
    to[i] = 0.4 * from[i] * from[i + 1] + 0.5 * from[i - 1] * from[i];
    *sum += from[i] * to[i];
  }
}

PRIMAL(carried_load) {
  enum { SIDE = 12, SIZE = SIDE * SIDE };
  double *u = malloc(SIZE * sizeof *u), sum = 0;
  for (int i = 0; i < SIZE; i++)
    u[i] = in[i % n] * (0.5 + 0.002 * i);
  react(SIDE, 4, (double (*)[SIDE])u);
  for (int ahead = -2; ahead <= 3; ahead++) {
    shift(40, u + 50 + ahead, u + 50, &sum);
    out[(ahead + 2) % (int)m] += sum;
  }
  shift(40, u + 1, u + 80, &u[2]); /* the sum, too */
  for (int i = 0; i < SIZE; i++)
    out[i % (int)m] += 0.1 * u[i];
  free(u);
}
ORACLE_MAIN(carried_load, 5, 3, 0.3, 0.9)
