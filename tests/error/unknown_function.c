/* An active call of a function with neither body nor rule. */
// error: unknown_function.c:[0-9]+
// error: mystery
extern double __adcc_autodiff(void *, ...);
extern double mystery(double);
double f(double x) { return mystery(x * x) + x; }
double df(double x) { return __adcc_autodiff((void *)f, x); }
