/* An entry point that is kept as a pointer, in a variable of the file: there is no such function. */
// error: '__enzyme_autodiff' is used other than by a call that adcc sees
extern double __enzyme_autodiff(void *, ...);
static double f(double x) { return x * x; }
double (*derive)(void *, ...) = __enzyme_autodiff;
double df(double x) { return derive((void *)f, x); }
