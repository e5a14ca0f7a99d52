/* An int where the primal takes a double. */
// error: argument
extern void __adcc_autodiff(void *, ...);
double f(double x) { return x * x; }
void df(int x) { __adcc_autodiff((void *)f, x); }
