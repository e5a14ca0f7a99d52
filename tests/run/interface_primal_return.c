/* primal_return: the primal result before the adjoints, or before the tangent. */
#include "oracle.h"
extern int enzyme_primal_return, adcc_primal_return;
typedef struct {
  double value, derivative;
} Pair;
typedef struct {
  double value, a, b;
} Triple;
extern Pair __enzyme_autodiff_pair(void *, ...);
extern Triple __adcc_autodiff_triple(void *, ...);
extern Pair __adcc_fwddiff_pair(void *, ...);
extern double __adcc_autodiff_memory(void *, ...);
static double square(double x) { return x * x; }
static double product(double a, double b) { return a * b; }
static double squares(double *x) { return x[0] * x[0] + x[1]; }
int main(void) {
  Pair p = __enzyme_autodiff_pair((void *)square, enzyme_primal_return, 3.0);
  CLOSE(p.value, 9);
  CLOSE(p.derivative, 6);
  Triple t = __adcc_autodiff_triple((void *)product, 3.0, 5.0, adcc_primal_return);
  CLOSE(t.value, 15);
  CLOSE(t.a, 5);
  CLOSE(t.b, 3);
  p = __adcc_fwddiff_pair((void *)square, adcc_primal_return, 3.0, 2.0);
  CLOSE(p.value, 9);
  CLOSE(p.derivative, 12);
  double x[2] = {3, 4}, dx[2] = {0, 0};
  CLOSE(__adcc_autodiff_memory((void *)squares, adcc_primal_return, x, dx), 13);
  CLOSE(dx[0], 6);
  CLOSE(dx[1], 1);
  return oracle_exit();
}
