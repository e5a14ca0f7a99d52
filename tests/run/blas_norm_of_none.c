/* Norms of vectors with something infinite, or no number, among their elements. */
// needs: ls /usr/lib/*/libblas.so /usr/lib/libblas.so /usr/lib64/libblas.so 2>/dev/null | grep -q .
// link: -lblas
// levels: O0 O1 O2 O3 raw asan
#include "oracle.h"
extern int adcc_primal_return;
typedef struct {
  double value, tangent;
} Pair;
extern Pair __adcc_fwddiff(void *, ...);
double cblas_dnrm2(int, const double *, int);
static double norm(double *x) { return cblas_dnrm2(3, x, 1); }
static double by_derivative(double first) {
  double x[3] = {first, 0, 1}, dx[3] = {1, 1, 1};
  return __adcc_fwddiff((void *)norm, adcc_primal_return, adcc_dup, x, dx).value;
}
int main(void) {
  EXPECT(by_derivative(NAN) != by_derivative(NAN));
  EXPECT(by_derivative(INFINITY) == INFINITY);
  EXPECT(by_derivative(0) == 1);
  return oracle_exit();
}
