/* Arguments of every kind: vectors, float, long double, arrays of arrays, function pointers. */
#include "oracle.h"
#include <complex.h>
extern int enzyme_dup, enzyme_const, enzyme_width;
typedef double v2 __attribute__((vector_size(16)));
extern double complex __enzyme_autodiff_c(void *, ...);
extern double complex __enzyme_fwddiff_c(void *, ...);
extern v2 __enzyme_fwddiff_v2(void *, ...);
extern v2 __enzyme_autodiff_v2(void *, ...);
extern float __enzyme_autodiff_f(void *, ...);
extern long double __enzyme_autodiff_l(void *, ...);
extern double __enzyme_fwddiff_d(void *, ...);
static double complex csq(double complex z) { return z * z; }
static v2 vsq(v2 a) { return a * a; }
static double vsum(v2 a) { return a[0] * a[1]; }
static float fsq(float x) { return x * x; }
static long double lsq(long double x) { return x * x * x; }
static double arr(double (*m)[2], int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += m[i][0] * m[i][1];
  return s;
}
typedef double (*fn)(double);
static double sq(double x) { return x * x; }
static double apply(fn f, double x) { return f(f(x)); }
extern double __enzyme_autodiff_d(void *, ...);
int main(void) {
  v2 a = {2, 3}, t = {1, 10};
  v2 r = __enzyme_fwddiff_v2((void *)vsq, enzyme_dup, a, t);
  CLOSE(r[0], 4);
  CLOSE(r[1], 60);
  v2 g = __enzyme_autodiff_v2((void *)vsum, a);
  CLOSE(g[0], 3);
  CLOSE(g[1], 2);
  CLOSE(__enzyme_autodiff_f((void *)fsq, 3.0f), 6);
  CLOSE((double)__enzyme_autodiff_l((void *)lsq, 2.0L), 12);
  double m[2][2] = {{1, 2}, {3, 4}}, dm[2][2] = {0};
  __enzyme_autodiff_d((void *)arr, m, dm, 2);
  CLOSE(dm[1][0], 4);
  CLOSE(__enzyme_autodiff_d((void *)apply, enzyme_const, sq, 2.0), 32);
  CLOSE(__enzyme_fwddiff_d((void *)apply, enzyme_const, sq, 2.0, 1.0), 32);
  return oracle_exit();
}
