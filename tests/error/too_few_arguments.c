/* A shadow is missing. */
// error: argument
extern int adcc_dup;
extern void __adcc_autodiff(void *, ...);
double f(double *x, int n) { return *x * n; }
void df(double *x) { __adcc_autodiff((void *)f, adcc_dup, x); }
