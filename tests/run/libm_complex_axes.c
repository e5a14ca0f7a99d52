/* Complex functions where a part is zero or both are equal: what takes a shorter way there still
 * has the derivative of the function, whose four parts follow from one complex number. */
#define _GNU_SOURCE /* clog10 */
#include "oracle.h"
#include <complex.h>

#define COMPLEX(x, y) __builtin_complex((double)(x), (double)(y))

typedef struct {
  double x, y;
} Gradient;
Gradient __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
extern int enzyme_dup, enzyme_out, enzyme_const;

enum { EXP, SINH, COSH, SIN, COS, TANH, LOG, LOG10, SQRT, POWER, EXPONENT, FUNCTIONS };

static double part(double x, double y, int which, int imaginary) {
  double complex z = COMPLEX(x, y), w = 0;
  switch (which) {
  case EXP:
    w = cexp(z);
    break;
  case SINH:
    w = csinh(z);
    break;
  case COSH:
    w = ccosh(z);
    break;
  case SIN:
    w = csin(z);
    break;
  case COS:
    w = ccos(z);
    break;
  case TANH:
    w = ctanh(z);
    break;
  case LOG:
    w = clog(z);
    break;
  case LOG10:
    w = clog10(z);
    break;
  case SQRT:
    w = csqrt(z);
    break;
  case POWER:
    w = cpow(z, COMPLEX(1, 0));
    break;
  case EXPONENT:
    w = cpow(COMPLEX(1.2, 0.3), z);
    break;
  }
  return imaginary ? cimag(w) : creal(w);
}

static double complex slope(double complex z, int which) {
  switch (which) {
  case EXP:
    return cexp(z);
  case SINH:
    return ccosh(z);
  case COSH:
    return csinh(z);
  case SIN:
    return ccos(z);
  case COS:
    return -csin(z);
  case TANH:
    return 1 / (ccosh(z) * ccosh(z));
  case LOG:
    return 1 / z;
  case LOG10:
    return 1 / (z * log(10.0));
  case SQRT:
    return 0.5 / csqrt(z);
  case POWER:
    return 1;
  default:
    return clog(COMPLEX(1.2, 0.3)) * cpow(COMPLEX(1.2, 0.3), z);
  }
}

static double along(double x, double y, double dx, double dy, int which, int imaginary) {
  return __enzyme_fwddiff((void *)part, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, which,
                          enzyme_const, imaginary);
}

static void at(double x, double y) {
  for (int which = 0; which < FUNCTIONS; which++) {
    if (x == 0 && y == 0 && (which == LOG || which == LOG10 || which == SQRT))
      continue;
    double complex s = slope(COMPLEX(x, y), which);
    for (int imaginary = 0; imaginary < 2; imaginary++) {
      double dx = imaginary ? cimag(s) : creal(s), dy = imaginary ? creal(s) : -cimag(s);
      Gradient g = __enzyme_autodiff((void *)part, enzyme_out, x, enzyme_out, y, enzyme_const,
                                     which, enzyme_const, imaginary);
      CLOSE(g.x, dx);
      CLOSE(g.y, dy);
      CLOSE(along(x, y, 1, 0, which, imaginary), dx);
      CLOSE(along(x, y, 0, 1, which, imaginary), dy);
    }
  }
}

int main(void) {
  at(0, 0);
  for (int sign = -1; sign <= 1; sign += 2) {
    at(sign * 1.3, 0);
    at(0, sign * 1.3);
    at(sign * 0.7, 0.7); /* log |z| is computed otherwise near the unit circle */
    at(1.5, sign * 1.5);
    at(sign * 40.0, 40);
  }
#ifndef __FAST_MATH__ /* there a zero has no sign */
  at(-1.3, -0.0);
#endif
  return oracle_exit();
}
