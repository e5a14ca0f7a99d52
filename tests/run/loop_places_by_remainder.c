/* Places that a loop comes to again and again, by a remainder: though all accesses are at one
 * expression, iterations depend on one another, and the reverse loop keeps its direction. */
#include "oracle.h"
__attribute__((noinline)) static void wheel(double *spoke, double x, size_t rounds) {
  for (size_t i = rounds; i-- > 0;)
    spoke[((int)i + (int)i) % 3] *= 0.5 * sin(fmod(x + 4.1, 1.3));
}
__attribute__((noinline)) static void mixed(double *ring, const double *a, size_t rounds) {
  for (size_t i = 0; i < rounds; i++)
    ring[i % 4] = 0.5 * ring[i % 4] * a[i] + a[i];
}
__attribute__((noinline)) static void chosen(double *state, const double *a, const int *at,
                                             size_t rounds) {
  for (size_t i = 0; i < rounds; i++)
    state[at[i]] = sin(state[at[i]]) * a[i];
}
static size_t rounds(const double *in, size_t n) { return in[0] > 99 ? 1 : n; }
PRIMAL(wheels) {
  static const int at[] = {0, 2, 0, 1, 2, 2};
  wheel(out, in[0] * in[1], rounds(in, n));
  mixed(out, in, rounds(in, n));
  chosen(out, in, at, rounds(in, n));
}
ORACLE_MAIN(wheels, 6, 4, 0.2, 1.4)
