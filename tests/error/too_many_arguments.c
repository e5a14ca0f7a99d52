/* More arguments than the primal has. */
// error: argument
extern void __adcc_autodiff(void *, ...);
double f(double x) { return x * x; }
void df(double x) { __adcc_autodiff((void *)f, x, x, x); }
