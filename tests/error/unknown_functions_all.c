/* All missing rules are named, not only the first. */
// error: enigma
// error: mystery
extern double __adcc_autodiff(void *, ...);
extern double mystery(double), enigma(double);
double f(double x) { return mystery(x * x) + enigma(x); }
double df(double x) { return __adcc_autodiff((void *)f, x); }
