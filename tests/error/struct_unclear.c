/* Two numbers and their tangents, or a structure of two and its: optimised C without debug
 * information does not tell. */
// flags: -g0
// levels: O1 O2
// error: cannot tell whether parameters 1 and 2 of 'area' are two, or the parts of one structure
// error: cannot tell whether parameters 1 and 2 of 'norm' are two
// error: cannot tell whether parameters 1 and 2 of 'square' are two
// error: cannot tell whether parameters 1 and 2 of 'growth' are two
// error: cannot tell whether parameters 1 and 2 of 'cube' are two
// error: help: compile with -g
#include <complex.h>
typedef struct {
  double x, y;
} Point;
extern double __enzyme_fwddiff(void *, ...);
extern double complex __enzyme_fwddiff_complex(void *, ...);
extern int enzyme_dup;
double area(Point p) { return p.x * p.y; }
double norm(double complex z) { return creal(z) * creal(z) + 3 * cimag(z); }
double tangent(Point p, Point dp) { return __enzyme_fwddiff((void *)area, p, dp); }
double tangent_complex(double complex z, double complex dz) {
  return __enzyme_fwddiff((void *)norm, enzyme_dup, z, dz);
}
double complex square(double complex z) { return z * z; }
double complex tangent_square(double complex z, double complex dz) {
  return __enzyme_fwddiff_complex((void *)square, z, dz);
}
double growth(double complex z) { return creal(cexp(z)) + cimag(z); }
double tangent_growth(double complex z, double complex dz) {
  return __enzyme_fwddiff((void *)growth, z, dz);
}
double complex cube(double complex z) { return z * z * z; }
double complex tangent_along_real(double x, double dx) { /* no columns of a Jacobian: 0 and 0 */
  return __enzyme_fwddiff_complex((void *)cube, (double complex)x, (double complex)dx);
}
