/* Functions of which the program chooses a version when it starts: one of them stands for all. */
#include "oracle.h"

__attribute__((target_clones("avx2", "default"))) double products(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i] * x[(i + 1) % n];
  return sum;
}

static double sum_plainly(const double *x, int n) {
  double sum = 1;
  for (int i = 0; i < n; i++)
    sum = sum * x[i] + 0.5;
  return sum;
}
static double sum_from_end(const double *x, int n) { return sum_plainly(x, n); }
typedef double Sum(const double *, int);
static Sum *choose_sum(void) { return __builtin_cpu_supports("sse2") ? sum_plainly : sum_from_end; }
double sum_somehow(const double *x, int n) __attribute__((ifunc("choose_sum")));

PRIMAL(chosen) {
  out[0] += products(in, (int)n);
  out[m - 1] = sum_somehow(in, (int)n) * out[0];
}
ORACLE(chosen, 5, 2, 0.2, 1.5)

double __enzyme_autodiff(void *, ...);

int main(void) {
  chosen_oracle();
  double x[2] = {3, 5}, dx[2] = {0};
  __enzyme_autodiff((void *)products, x, dx, 2);
  EXPECT(dx[0] == 2 * 3 * 5 + 5 * 5 && dx[1] == 3 * 3 + 2 * 5 * 3);
  return oracle_exit();
}
