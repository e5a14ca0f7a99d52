/* Errors in two requests are both shown. */
// error: first_unknown
// error: second_unknown
extern double __adcc_autodiff(void *, ...);
extern double first_unknown(double), second_unknown(double);
double f(double x) { return first_unknown(x); }
double g(double x) { return second_unknown(x); }
double df(double x) { return __adcc_autodiff((void *)f, x); }
double dg(double x) { return __adcc_autodiff((void *)g, x); }
