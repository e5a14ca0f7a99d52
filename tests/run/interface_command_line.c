// adcc: '--reverse=loss as dloss(dup, const, out) -> active'
/* A derivative asked for on the command line, of a function that says nothing. */
#include "oracle.h"
double loss(const double *x, int n, double scale) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sum * scale;
}
double dloss(const double *x, double *dx, int n, double scale);
int main(void) {
  double x[2] = {2, 3}, dx[2] = {0, 0};
  CLOSE(dloss(x, dx, 2, 10), 13);
  CLOSE(dx[0], 40);
  return oracle_exit();
}
