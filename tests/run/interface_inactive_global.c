/* inactive_global: a global that carries no derivative although active values meet it. */
#include "oracle.h"
extern double __enzyme_autodiff_f(void *, ...);
double weights[2] = {2, 3};
double log_sum;
void *__enzyme_inactive_global_log = &log_sum;
static double f(double x) {
  log_sum += x;
  return x * weights[0] + x * x * weights[1] + 0 * log_sum;
}
int main(void) {
  CLOSE(__enzyme_autodiff_f((void *)f, 5.0), 32);
  return oracle_exit();
}
