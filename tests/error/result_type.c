/* Two adjoints come back; the caller declared one double. */
// error: double
// error: help: declare the entry point so, or mark the arguments otherwise
// error: \{ ?double, double ?\}
extern double __adcc_autodiff(void *, ...);
double f(double x, double y) { return x * y; }
double df(double x, double y) { return __adcc_autodiff((void *)f, x, y); }
