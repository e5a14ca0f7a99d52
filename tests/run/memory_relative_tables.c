/* Constant tables of addresses, which LLVM keeps as distances in code that may stand anywhere: the
 * rows of coefficients and the names that they lead to are chosen beside memory that is active. */
#include "oracle.h"
static const double linear[] = {0.5, 0.5}, simpson[] = {0.25, 1.5, 0.25}, boole[] = {0.1, 0.4, 0.2};
static const double *const rules[] = {linear, simpson, boole};
static const char *const names[] = {"linear", "simpson", "boole's"};
struct rule {
  const double *weights;
  const char *name;
  double scale;
};
static __attribute__((noinline)) const double *weights_of(size_t k, const double *other) {
  return k < 3 ? rules[k] : other;
}
static __attribute__((noinline)) const char *name_of(size_t k) { return names[k % 3]; }

PRIMAL(quadrature) {
  for (size_t k = 0; k < m; k++) {
    struct rule rule = {weights_of(k, in), name_of(k), in[k % n]};
    for (size_t i = 0; i < k % 3; i++)
      out[k] += rule.weights[i] * in[i] * rule.scale;
    out[k] *= (double)strlen(rule.name);
  }
}
ORACLE_MAIN(quadrature, 4, 6, 0.4, 0.9)
