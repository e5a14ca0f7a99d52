/* Requests in branches that differ in their markers alone: clang makes one call of them, with markers
 * that are chosen at run time. */
#include "oracle.h"
extern double __enzyme_autodiff(void *, ...), __enzyme_fwddiff(void *, ...);
extern int enzyme_const, enzyme_out, enzyme_dup, enzyme_dupnoneed;
int enzyme_const, enzyme_out, enzyme_dup, enzyme_dupnoneed;

static double product(double x, double y, double z) { return x * x * y * z; }
__attribute__((noinline)) static double partial(int which, double x, double y, double z) {
  if (which == 0)
    return __enzyme_autodiff((void *)product, enzyme_out, x, enzyme_const, y, enzyme_const, z);
  if (which == 1)
    return __enzyme_autodiff((void *)product, enzyme_const, x, enzyme_out, y, enzyme_const, z);
  return __enzyme_autodiff((void *)product, enzyme_const, x, enzyme_const, y, enzyme_out, z);
}
__attribute__((noinline)) static double along(int which, double x, double y, double z, double t) {
  switch (which) {
  case 0:
    return __enzyme_fwddiff((void *)product, enzyme_dup, x, t, enzyme_const, y, enzyme_const, z);
  case 1:
    return __enzyme_fwddiff((void *)product, enzyme_const, x, enzyme_dup, y, t, enzyme_const, z);
  default:
    return __enzyme_fwddiff((void *)product, enzyme_const, x, enzyme_const, y, enzyme_dup, z, t);
  }
}
static void squares(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i];
}
__attribute__((noinline)) static void backward(int keep, double *x, double *dx, double *y, double *dy, int n) {
  if (keep)
    __enzyme_autodiff((void *)squares, enzyme_dup, x, dx, enzyme_dup, y, dy, n);
  else
    __enzyme_autodiff((void *)squares, enzyme_dup, x, dx, enzyme_dupnoneed, y, dy, n);
}
__attribute__((noinline)) static double sum_of_partials(const int *which, int n, double x) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double part;
    if (which[i] & 1)
      part = __enzyme_autodiff((void *)product, enzyme_out, x, enzyme_const, 2.0, enzyme_const, 3.0);
    else
      part = __enzyme_autodiff((void *)product, enzyme_const, x, enzyme_out, 2.0, enzyme_const, 3.0);
    sum += part;
  }
  return sum;
}

int main(void) {
  volatile int first = 0, second = 1, third = 2;
  CLOSE_TO(partial(first, 2, 3, 5), 60, 1e-12);
  CLOSE_TO(partial(second, 2, 3, 5), 20, 1e-12);
  CLOSE_TO(partial(third, 2, 3, 5), 12, 1e-12);
  CLOSE_TO(along(first, 2, 3, 5, 0.5), 30, 1e-12);
  CLOSE_TO(along(second, 2, 3, 5, 0.5), 10, 1e-12);
  CLOSE_TO(along(third, 2, 3, 5, 0.5), 6, 1e-12);
  for (int keep = 0; keep < 2; keep++) {
    double x[2] = {2, 3}, dx[2] = {0}, y[2] = {0}, dy[2] = {1, 10};
    backward(keep, x, dx, y, dy, 2);
    CLOSE_TO(dx[0], 4, 1e-12);
    CLOSE_TO(dx[1], 60, 1e-12);
  }
  int which[3] = {first, second, third};
  CLOSE_TO(sum_of_partials(which, 3, 2.0), 12 + 24 + 12, 1e-12);
  return oracle_exit();
}
