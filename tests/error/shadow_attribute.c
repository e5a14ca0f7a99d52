/* The variable that is to be a global's shadow has to be one, of its type. */
// error: 'factor'.*: its enzyme_shadow must be a variable of the same type
extern double __enzyme_autodiff(void *, ...);
float factor_shadow;
__attribute__((annotate("enzyme_shadow=factor_shadow"))) double factor = 5;
static double f(double x) { return x * factor; }
double df(double x) { return __enzyme_autodiff((void *)f, x); }
