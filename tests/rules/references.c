/* Functions that device libraries or newer C libraries have and this machine's may lack, so that
 * their rules can be checked here. Accuracy matters in long double, which the differences are taken
 * of. */
#define _GNU_SOURCE
#include <math.h>

#define PI 3.14159265358979323846264338327950288419717L

#define DEFINE(name, parameters_l, parameters_d, parameters_f, parameters_q, arguments, value)     \
  long double name##l parameters_l;                                                                \
  double name parameters_d;                                                                        \
  float name##f parameters_f;                                                                      \
  __float128 name##f128 parameters_q;                                                              \
  long double name##l parameters_l { return value; }                                               \
  double name parameters_d { return (double)name##l arguments; }                                   \
  float name##f parameters_f { return (float)name##l arguments; }                                  \
  __float128 name##f128 parameters_q { return name##l arguments; }
#define DEFINE1(name, value)                                                                       \
  DEFINE(name, (long double x), (double x), (float x), (__float128 x), ((long double)x), value)
#define DEFINE2(name, value)                                                                       \
  DEFINE(name, (long double a, long double b), (double a, double b), (float a, float b),           \
         (__float128 a, __float128 b), ((long double)a, (long double)b), value)
#define DEFINE3(name, value)                                                                       \
  DEFINE(name, (long double a, long double b, long double c), (double a, double b, double c),      \
         (float a, float b, float c), (__float128 a, __float128 b, __float128 c),                  \
         ((long double)a, (long double)b, (long double)c), value)
#define DEFINE4(name, value)                                                                       \
  DEFINE(name, (long double a, long double b, long double c, long double d),                       \
         (double a, double b, double c, double d), (float a, float b, float c, float d),           \
         (__float128 a, __float128 b, __float128 c, __float128 d),                                 \
         ((long double)a, (long double)b, (long double)c, (long double)d), value)

/* The x with f(x) = y, by Newton's method. */
static long double invert(long double (*f)(long double), long double slope_at_0, long double square,
                          long double y) {
  long double x = 0;
  for (int i = 0; i < 60; i++)
    x -= (f(x) - y) / (slope_at_0 * expl(-x * x * square));
  return x;
}

static long double bessel_i(int order, long double x) {
  long double term = 1, sum = 0;
  for (int k = 1; k <= order; k++)
    term *= x / 2 / k;
  for (int k = 0; k < 200; k++) {
    sum += term;
    term *= x * x / 4 / ((k + 1) * (long double)(k + 1 + order));
  }
  return sum;
}

DEFINE1(rsqrt, 1 / sqrtl(x))
DEFINE1(rcp, 1 / x)
DEFINE2(product, a *b)
DEFINE2(sum, a + b)
DEFINE2(difference, a - b)
DEFINE2(quotient, a / b)
DEFINE1(spacing, scalbnl(1, ilogbl(x) - 52))
DEFINE1(fract, x - floorl(x))
DEFINE(x86_round, (long double x, int how), (double x, int how), (float x, int how),
       (__float128 x, int how), ((long double)x, how), how ? truncl(x) : rintl(x))
DEFINE(fortran_mod, (long double a, long double b, void *file, int line),
       (double a, double b, void *file, int line), (float a, float b, void *file, int line),
       (__float128 a, __float128 b, void *file, int line),
       ((long double)a, (long double)b, file, line), file &&line < 0 ? 0 : fmodl(a, b))
DEFINE1(rcbrt, 1 / cbrtl(x))
DEFINE2(powr, powl(a, b))
DEFINE2(rhypot, 1 / hypotl(a, b))
DEFINE3(norm3d, sqrtl(a *a + b * b + c * c))
DEFINE3(rnorm3d, 1 / sqrtl(a * a + b * b + c * c))
DEFINE4(norm4d, sqrtl(a *a + b * b + c * c + d * d))
DEFINE4(rnorm4d, 1 / sqrtl(a * a + b * b + c * c + d * d))
DEFINE1(exp2m1, expm1l(x *logl(2)))
DEFINE1(exp10m1, expm1l(x *logl(10)))
DEFINE1(log2p1, log1pl(x) / logl(2))
DEFINE1(log10p1, log1pl(x) / logl(10))
DEFINE1(sinpi, sinl(PI *x))
DEFINE1(cospi, cosl(PI *x))
DEFINE1(tanpi, tanl(PI *x))
DEFINE1(asinpi, asinl(x) / PI)
DEFINE1(acospi, acosl(x) / PI)
DEFINE1(atanpi, atanl(x) / PI)
DEFINE2(atan2pi, atan2l(a, b) / PI)
DEFINE1(erfcx, expl(x *x) * erfcl(x))
DEFINE1(erfinv, invert(erfl, 2 / sqrtl(PI), 1, x))
DEFINE1(erfcinv, erfinvl(1 - x))
DEFINE1(normcdf, erfcl(-x / sqrtl(2)) / 2)
DEFINE1(normcdfinv, invert(normcdfl, 1 / sqrtl(2 * PI), 0.5L, x))
DEFINE1(cyl_bessel_i0, bessel_i(0, x))
DEFINE1(cyl_bessel_i1, bessel_i(1, x))
DEFINE2(maximum, isnan(a) ? a : a > b ? a : b)
DEFINE2(minimum, isnan(a) ? a : a < b ? a : b)
DEFINE1(saturate, x < 0 ? 0 : x > 1 ? 1 : x)
DEFINE(powi, (long double x, int n), (double x, int n), (float x, int n), (__float128 x, int n),
       ((long double)x, n), powl(x, n))

/* C has canonicalize as a function of two pointers; LLVM as one of a value. */
long double canonical_value_l(long double x) __asm__("canonicalizel");
double canonical_value(double x) __asm__("canonicalize");
float canonical_value_f(float x) __asm__("canonicalizef");
__float128 canonical_value_q(__float128 x) __asm__("canonicalizef128");
long double canonical_value_l(long double x) { return x; }
double canonical_value(double x) { return x; }
float canonical_value_f(float x) { return x; }
__float128 canonical_value_q(__float128 x) { return x; }

/* Where the number is one, it is the product's part itself. */
#define PRODUCT_PART(real, name, suffix)                                                           \
  real adcc_product_##name##suffix(real, real, real, real, real, real);                            \
  real adcc_product_##name##suffix(real own, real other, real a, real b, real c, real d) {         \
    (void)other, (void)a, (void)b, (void)c, (void)d;                                               \
    return own;                                                                                    \
  }
PRODUCT_PART(double, real, )
PRODUCT_PART(double, imag, )
PRODUCT_PART(long double, real, l)
PRODUCT_PART(long double, imag, l)
PRODUCT_PART(float, real, f)
PRODUCT_PART(float, imag, f)
PRODUCT_PART(__float128, real, f128)
PRODUCT_PART(__float128, imag, f128)

/* Those of which only the f128 form is missing. */
__float128 scalbf128(__float128 x, __float128 n);
__float128 scalbf128(__float128 x, __float128 n) { return scalbl((long double)x, (long double)n); }
__float128 significandf128(__float128 x);
__float128 significandf128(__float128 x) { return significandl((long double)x); }
__float128 nexttowardf128(__float128 x, long double y);
__float128 nexttowardf128(__float128 x, long double y) { return nexttowardl((long double)x, y); }
