/* const arguments get no derivative: scalars, pointers, and a struct. */
#include "oracle.h"
extern double __adcc_autodiff_c(void *, ...);
extern double __adcc_fwddiff_c(void *, ...);
static double dot(const double *a, const double *b, int n, double scale) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum * scale;
}
int main(void) {
  double a[2] = {2, 3}, b[2] = {5, 7}, db[2] = {0, 0}, one[2] = {1, 1};
  __adcc_autodiff_c((void *)dot, adcc_const, a, adcc_dup, b, db, 2, adcc_const, 10.0);
  CLOSE(db[0], 20);
  CLOSE(db[1], 30);
  CLOSE(__adcc_autodiff_c((void *)dot, adcc_const, a, adcc_const, b, 2, adcc_out, 10.0), 31);
  CLOSE(__adcc_fwddiff_c((void *)dot, adcc_dup, a, one, adcc_const, b, 2, adcc_const, 10.0), 120);
  return oracle_exit();
}
