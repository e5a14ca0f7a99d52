/* A program that asks for errno finds there what its primal leaves, also where nothing else of a
 * call is used, and none of what the derivative computes ahead. */
#include "oracle.h"

#include <errno.h>
static double overflowing(double x) {
  pow(x, 4000); /* for errno alone */
  return x * x;
}
static double checked(double x) {
  errno = 0;
  double root = log(x);
  if (errno)
    return 3 * x;
  return root * x;
}
/* lgamma leaves the sign of gamma in signgam. */
static double gamma_of(double x) {
  double size = lgamma(x);
  return signgam * exp(size);
}
int main(void) {
  errno = 0;
  double dx = __adcc_autodiff_1(overflowing, 2.0);
  EXPECT(!(math_errhandling & MATH_ERRNO) || errno == ERANGE);
  CLOSE(dx, 4);
  errno = 0;
  CLOSE(__adcc_autodiff_1(overflowing, 1.0), 2);
  EXPECT(errno == 0);
  CLOSE(__adcc_autodiff_1(checked, 2.0), log(2) + 1);
  if (math_errhandling & MATH_ERRNO)
    CLOSE(__adcc_autodiff_1(checked, -2.0), 3);
  ORACLE1(gamma_of, -0.9, -0.1);
  return oracle_exit();
}
