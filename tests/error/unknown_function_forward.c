/* Forward mode refuses too. */
// error: mystery
extern double __adcc_fwddiff(void *, ...);
extern double mystery(double);
double f(double x) { return mystery(x * x) + x; }
double df(double x) { return __adcc_fwddiff((void *)f, x, 1.0); }
