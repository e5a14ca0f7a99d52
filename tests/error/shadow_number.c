/* A number where the shadow of a pointer belongs. */
// error: argument 1 is passed as 'double' but the function takes 'ptr'
extern void __enzyme_autodiff(void *, ...);
int enzyme_dup;
double f(double *x) { return *x * *x; }
void g(double *x) { __enzyme_autodiff((void *)f, enzyme_dup, x, 1.0); }
