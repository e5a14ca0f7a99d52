/* The longjmp of an error, to a setjmp around the derivative, leaves the derivative: what was stored
 * before is there, no adjoint is, and the next call is right. */
#include "oracle.h"
#include <setjmp.h>
#include <string.h>
extern double __adcc_autodiff_roots(void *, ...), __adcc_fwddiff_roots(void *, ...);
enum { N = 3, ERROR = 5 };
static jmp_buf on_error;

__attribute__((noinline)) static void check(double pivot) {
  if (pivot < 0.1)
    longjmp(on_error, ERROR);
}

static double product_of(double *restrict x, double *restrict last) {
  double kept[N], product = 1;
  for (int i = 0; i < N; i++) {
    check(x[i]);
    kept[i] = x[i] * x[i];
    product *= kept[i] / (1 + x[i]);
  }
  *last = product;
  check(product);
  return product * product;
}

static int gradient(double *x, double *dx, double *last) {
  double dlast = 0;
  int error = setjmp(on_error);
  memset(dx, 0, N * sizeof *dx);
  if (!error)
    __adcc_autodiff_roots((void *)product_of, x, dx, last, &dlast);
  return error;
}

int main(void) {
  double x[N] = {2, 3, 1}, dx[N], last = 7, product = 4. / 3 * 9 / 4 / 2;
  EXPECT(gradient(x, dx, &last) == 0);
  CLOSE(last, product);
  for (int i = 0; i < N; i++)
    CLOSE(dx[i], 2 * product * product * (2 / x[i] - 1 / (1 + x[i])));

  double bad[N] = {2, 3, 0.01}, none[N];
  EXPECT(gradient(bad, none, &last) == ERROR);
  CLOSE(last, product);
  EXPECT(none[0] == 0 && none[1] == 0 && none[2] == 0);

  double small[N] = {0.2, 0.3, 0.4};
  EXPECT(gradient(small, none, &last) == ERROR);
  CLOSE(last, 0.04 / 1.2 * 0.09 / 1.3 * 0.16 / 1.4);
  EXPECT(none[0] == 0 && none[1] == 0 && none[2] == 0);

  EXPECT(gradient(x, none, &last) == 0 && none[1] == dx[1]);
  double direction[N] = {1}, dlast = 0;
  CLOSE(__adcc_fwddiff_roots((void *)product_of, x, direction, &last, &dlast), dx[0]);
  return oracle_exit();
}
