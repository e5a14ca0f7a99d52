/* A number where the shadow of a pointer belongs. */
// error: the shadow of argument 1 of 'f' must be a pointer
extern void __enzyme_autodiff(void *, ...);
int enzyme_dup;
double f(double *x) { return *x * *x; }
void g(double *x) { __enzyme_autodiff((void *)f, enzyme_dup, x, 1.0); }
