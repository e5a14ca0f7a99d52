/* A marker that does not exist. */
// error: enzyme_dupp
extern int enzyme_dupp;
extern double __enzyme_autodiff(void *, ...);
double f(double *x) { return *x * *x; }
double df(double *x, double *dx) { return __enzyme_autodiff((void *)f, enzyme_dupp, x, dx); }
