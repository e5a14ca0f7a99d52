/* A Hessian-vector product of a function of an array, forward over reverse on memory. */
#include "oracle.h"
extern double __adcc_autodiff_inner(void *, ...);
static double rosenbrock(const double *x, size_t n) {
  double sum = 0;
  for (size_t i = 0; i + 1 < n; i++) {
    double a = x[i + 1] - x[i] * x[i], b = 1 - x[i];
    sum += 100 * a * a + b * b;
  }
  return sum;
}
PRIMAL(gradient) {
  for (size_t i = 0; i < m; i++)
    out[i] = 0;
  __adcc_autodiff_inner((void *)rosenbrock, adcc_dup, in, out, adcc_const, n);
}
ORACLE_MAIN(gradient, 4, 4, 0.5, 1.5)
