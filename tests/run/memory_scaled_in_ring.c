/* Values scaled where they lie, at places that a loop comes to more than once, or never leaves: what
 * one iteration scales another has overwritten, or scales again. */
// flags: -ffast-math
#include "oracle.h"
__attribute__((noinline)) static void ring(double *p, const double *x, size_t n) {
  double s = 0;
  for (size_t i = 0; i < n; i++) { p[i % 4] = exp(x[i]); s += p[i % 4]; }
  for (size_t i = 0; i < n; i++) p[i % 4] = p[i % 4] / s;
}
__attribute__((noinline)) static void again(double *p, const double *x, const int *at, size_t n) {
  double s = 0;
  for (size_t i = 0; i < n; i++) { p[at[i]] = exp(x[i]); s += p[at[i]]; }
  for (size_t i = 0; i < n; i++) p[at[i]] = p[at[i]] / s;
}
__attribute__((noinline)) static void shorter(double *p, const double *x, size_t n, int k) {
  double s = 0;
  for (size_t i = 0; i < n; i++) { p[i * k] = exp(x[i]); s += p[i * k]; }
  for (size_t i = 0; i < n; i++) p[i * k] = p[i * k] / s;
}
static size_t count(const double *in, size_t n) { return in[0] > 99 ? 1 : n; }
PRIMAL(rings) { ring(out, in, count(in, n)); }
PRIMAL(places) { static const int at[] = {0, 2, 0, 1, 2, 2}; again(out, in, at, count(in, n)); }
PRIMAL(still) { shorter(out, in, count(in, n), in[0] > 99); }
ORACLE(rings, 6, 4, 0.2, 1.4)
ORACLE(places, 6, 4, 0.2, 1.4)
ORACLE(still, 6, 4, 0.2, 1.4)
int main(void) { rings_oracle(); places_oracle(); still_oracle(); return oracle_exit(); }
