/* noret before augmentfwd, which then returns its tape alone, and a seed for the reverse half: the
 * result has an adjoint. Without a seed it has none. */
#include "oracle.h"
extern int enzyme_dup, enzyme_const, enzyme_noret, enzyme_strong_zero;
extern void *__enzyme_augmentfwd(void *, ...);
extern void __enzyme_reverse(void *, ...);
static double squares(double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    x[i] = x[i] * x[i];
    sum += x[i] * x[i];
  }
  return sum;
}
static double product(const double *x, double *y) { return *y = x[0] * x[1]; }
int main(void) {
  double x[3] = {1, 2, 3}, d[3] = {0};
  void *tape = __enzyme_augmentfwd((void *)squares, enzyme_noret, enzyme_dup, x, d, enzyme_const, 3);
  CLOSE(x[2], 9);
  __enzyme_reverse((void *)squares, enzyme_dup, x, d, enzyme_const, 3, 2.0, tape);
  CLOSE(d[0], 8);
  CLOSE(d[1], 64);
  CLOSE(d[2], 216);
  double z[2] = {3, 5}, dz[2] = {0}, y, dy = 1;
  tape = __enzyme_augmentfwd((void *)product, enzyme_noret, z, dz, &y, &dy);
  __enzyme_reverse((void *)product, enzyme_noret, z, dz, &y, &dy, tape);
  CLOSE(dz[0], 5);
  CLOSE(dz[1], 3);
  return oracle_exit();
}
