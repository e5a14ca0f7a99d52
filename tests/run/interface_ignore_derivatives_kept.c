/* ignore_derivatives of a number that is also kept in a global, and used beside: only the number
 * that passes it has no derivative. */
#include "oracle.h"
extern int enzyme_dup, enzyme_const;
extern double __enzyme_autodiff_f(void *, ...);
extern double __enzyme_ignore_derivatives(double);
static double table[8];
static double f(const double *x, int n) {
  for (int i = 0; i < n; i++)
    table[i] = x[i];
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += __enzyme_ignore_derivatives(x[i]) * x[i];
  return sum;
}
int main(void) {
  double x[3] = {1, 2, 3}, dx[3] = {0};
  __enzyme_autodiff_f((void *)f, enzyme_dup, x, dx, enzyme_const, 3);
  for (int i = 0; i < 3; i++)
    CLOSE(dx[i], x[i]);
  return oracle_exit();
}
