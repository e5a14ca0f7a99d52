/* An integer cannot be `out`. */
// error: out
extern int adcc_out;
extern double __adcc_autodiff(void *, ...);
double f(int n, double x) { return n * x; }
double df(int n, double x) { return __adcc_autodiff((void *)f, adcc_out, n, x); }
