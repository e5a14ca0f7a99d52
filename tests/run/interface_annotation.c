/* ADCC_REVERSE and ADCC_FORWARD on a definition emit named functions. */
#include "oracle.h"
#include <adcc/adcc.h>
ADCC_REVERSE("dloss", "dup, const, out")
ADCC_FORWARD("tloss", "dup, const, dup")
double loss(const double *x, int n, double scale) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sum * scale;
}
double dloss(const double *x, double *dx, int n, double scale);
double tloss(const double *x, double *dx, int n, double scale, double dscale);
int main(void) {
  double x[2] = {2, 3}, dx[2] = {0, 0}, t[2] = {1, 1};
  CLOSE(dloss(x, dx, 2, 10), 13);
  CLOSE(dx[0], 40);
  CLOSE(dx[1], 60);
  CLOSE(tloss(x, t, 2, 10, 1), 100 + 13);
  return oracle_exit();
}
