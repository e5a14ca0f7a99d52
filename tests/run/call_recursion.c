/* Recursion: powers, Fibonacci-like, and over an array split in halves. */
#include "oracle.h"
static double power(double x, int n) {
  if (n == 0)
    return 1;
  double half = power(x, n / 2);
  return n % 2 ? half * half * x : half * half;
}
static double fibonacci(double x, int n) {
  return n < 2 ? x + n : 0.7 * fibonacci(x, n - 1) + sin(fibonacci(x, n - 2));
}
static double product(const double *x, size_t n) {
  return n == 1 ? x[0] : product(x, n / 2) * product(x + n / 2, n - n / 2) + 0.1;
}
PRIMAL(recursive) {
  out[0] = power(in[0], 11);
  out[1] = fibonacci(in[1], 7);
  out[2] = product(in, n);
}
ORACLE_MAIN(recursive, 5, 3, 0.5, 1.5)
