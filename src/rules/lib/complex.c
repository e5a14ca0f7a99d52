/* complex: complex arithmetic and functions in terms of real ones, so that they differentiate like
 * any code. lower.c sends calls of cexp to adcc_cexp, of __muldc3 to adcc___muldc3, and so on. */
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)

#define REAL double
#define INTEGER_POWER adcc__FortranAzpowi
#define MULTIPLY adcc___muldc3
#define DIVIDE adcc___divdc3
#define NAME(name) name
#define LIBM(name) __builtin_##name
#include "complex.inc"

#define REAL float
#define INTEGER_POWER adcc__FortranAcpowi
#define MULTIPLY adcc___mulsc3
#define DIVIDE adcc___divsc3
#define NAME(name) name##f
#define LIBM(name) __builtin_##name##f
#include "complex.inc"

#define REAL long double
#define INTEGER_POWER adcc__FortranA10powi
#define MULTIPLY adcc___mulxc3
#define DIVIDE adcc___divxc3
#define NAME(name) name##l
#define LIBM(name) __builtin_##name##l
#include "complex.inc"
