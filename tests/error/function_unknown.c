/* Argument 0 is a pointer known only at run time. */
// error: function
extern double __adcc_autodiff(void *, ...);
double df(double (*f)(double), double x) { return __adcc_autodiff((void *)f, x); }
