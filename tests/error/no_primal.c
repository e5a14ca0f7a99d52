/* No arguments at all. */
// error: __adcc_autodiff
// flags: -std=gnu89
extern double __adcc_autodiff();
double df(double x) { return __adcc_autodiff() + x; }
