/* Functions that never return, with active values in loops, on paths that are not taken. */
#include "oracle.h"

__attribute__((noinline)) static double give_up(double *x, size_t n) {
  double *squares = (double *)malloc(n * sizeof *squares);
  for (size_t i = 0; i < n; i++) {
    squares[i] = x[i] * x[i];
    x[i] = sin(squares[i]);
  }
  printf("%g\n", squares[0]);
  abort();
}
static double always(double *x, size_t n) {
  double work[n];
  for (size_t i = 0; i < n; i++)
    work[i] = exp(x[i]) * (i ? work[i - 1] : 1);
  printf("%g\n", work[n - 1]);
  exit(2);
}

PRIMAL(guarded) {
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += in[i] < 0 ? give_up(in, n) : sqrt(in[i]);
  out[0] += sum;
}
ORACLE(guarded, 4, 1, 0.3, 2)

extern void __enzyme_autodiff_always(void *, ...);
int main(int count, char **arguments) {
  double x[2] = {1, 2}, dx[2] = {0};
  if (count > 1)
    __enzyme_autodiff_always((void *)always, x, dx, (size_t)2);
  guarded_oracle();
  return oracle_exit();
}
