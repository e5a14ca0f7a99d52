/* The primal is declared, not defined. */
// error: elsewhere
extern double __adcc_autodiff(void *, ...);
extern double elsewhere(double);
double df(double x) { return __adcc_autodiff((void *)elsewhere, x); }
