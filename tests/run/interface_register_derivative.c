/* register_derivative: the user's forward rule. */
#include "oracle.h"
extern double __enzyme_fwddiff_f(void *, ...);
__attribute__((noinline)) static double cube(double x) { return x * x * x; }
static double tangent(double x, double dx) { return 100 + 3 * x * x * dx; }
void *__enzyme_register_derivative_cube[] = {(void *)cube, (void *)tangent};
/* Of a function that writes to its own variables alone, however the front end leaves these. */
__attribute__((noinline)) static double sum(const double *x, int n) {
  double parts[2] = {0}, all = 0;
  for (int i = 0; i < n; i++)
    parts[i % 2] += x[i];
  for (int i = 0; i < 2; i++)
    all += parts[i];
  return all;
}
static double sum_tangent(const double *x, const double *dx, int n) {
  double all = 0 * x[0];
  for (int i = 0; i < n; i++)
    all += 100 * dx[i];
  return all;
}
void *__enzyme_register_derivative_sum[] = {(void *)sum, (void *)sum_tangent};
static double g(double *x) { return sum(x, 2) * x[0]; }

static double f(double x) { return 2 * cube(x); }
int main(void) {
  CLOSE(__enzyme_fwddiff_f((void *)f, 2.0, 1.0), 224);
  double x[2] = {1, 2}, dx[2] = {1, 1};
  CLOSE(__enzyme_fwddiff_f((void *)g, x, dx), 200 + 3);
  return oracle_exit();
}
