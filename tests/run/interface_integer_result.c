/* A primal that returns an integer or a pointer: no seed, shadows as usual. */
#include "oracle.h"
extern void __adcc_autodiff_i(void *, ...);
static int count(double *x, int n, double *y) {
  int larger = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] > 1)
      larger++;
    *y += x[i] * x[i];
  }
  return larger;
}
static double *first(double *x, double *y) {
  *y = x[0] * x[1];
  return x;
}
int main(void) {
  double x[3] = {0.5, 2, 3}, dx[3] = {0, 0, 0}, y = 0, dy = 1;
  __adcc_autodiff_i((void *)count, x, dx, 3, &y, &dy);
  CLOSE(dx[1], 4);
  CLOSE(dy, 1);
  dx[0] = dx[1] = 0;
  __adcc_autodiff_i((void *)first, x, dx, &y, &dy);
  CLOSE(dx[0], 2);
  CLOSE(dy, 0);
  return oracle_exit();
}
