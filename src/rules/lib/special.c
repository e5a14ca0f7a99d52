/* special: the polygamma functions, which are the derivatives of lgamma and of each other.
 *
 *   adcc_digamma(x) = d lgamma / dx          adcc_polygamma(n, x) = its n-th derivative
 *
 * Suffixes as in libm, and f128. Their own derivatives are rows of math.def. */
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)

#define REAL double
#define SUFFIX
#define LIBM(name) __builtin_##name
#define CONSTANT(value) value
/* Where the asymptotic series starts, and how many of its terms reach full precision there. */
#define SERIES_FROM 10
#define SERIES_TERMS 10
#include "polygamma.inc"

#define REAL long double
#define SUFFIX l
#define LIBM(name) __builtin_##name##l
#define CONSTANT(value) value##L
#define SERIES_FROM 14
#define SERIES_TERMS 12
#include "polygamma.inc"

#if defined __SIZEOF_FLOAT128__
__float128 logf128(__float128), tanf128(__float128), rintf128(__float128), floorf128(__float128);
#define REAL __float128
#define SUFFIX f128
#define LIBM(name) name##f128
#define CONSTANT(value) value##Q
#define SERIES_FROM 30
#define SERIES_TERMS 15
#include "polygamma.inc"
#endif

float adcc_digammaf(float x) { return (float)adcc_digamma(x); }
float adcc_polygammaf(int n, float x) { return (float)adcc_polygamma(n, x); }
