/* Pointers to functions of the library that are rewritten where they are called by name: complex ones,
 * those that also store a result, BLAS. */
// needs: ls /usr/lib/*/libblas.so /usr/lib/libblas.so /usr/lib64/libblas.so 2>/dev/null | grep -q .
// link: -lblas
#include "oracle.h"

#include <complex.h>

double cblas_ddot(int, const double *, int, const double *, int);
double cblas_dnrm2(int, const double *, int);

static double complex (*const steps[])(double complex) = {cexp, csin, csqrt, 0};

typedef struct {
  double (*dot)(int, const double *, int, const double *, int);
  double (*norm)(int, const double *, int);
  double (*fraction)(double, int *), (*rest)(double, double *);
} Operations;

static double my_dot(int n, const double *x, int dx, const double *y, int dy) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i * dx] * y[i * dy];
  return sum;
}

__attribute__((noinline)) static double apply(const Operations *with, const double *x, int n) {
  int exponent;
  double whole;
  return with->dot(n, x, 1, x, 1) * with->norm(n, x, 1) + with->fraction(4 * x[0], &exponent) +
         with->rest(3 * x[1], &whole) * whole;
}

PRIMAL(by_pointer) {
  Operations with = {cblas_ddot, cblas_dnrm2, frexp, modf};
  volatile int own = 0;
  if (own)
    with.dot = my_dot;
  out[0] += apply(&with, in, (int)n);
  double complex z = in[0] + I * in[1];
  for (int i = 0; steps[i]; i++)
    z = steps[i](z) * in[2];
  out[1] += creal(z);
}

ORACLE_MAIN(by_pointer, 4, 2, 0.55, 1.3)
