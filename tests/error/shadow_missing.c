/* Which argument has no shadow, when the one before it has. */
// error: the call ends before the shadow of argument 2 of 'scaled'
// error: help: whatever is marked dup is followed by its shadow, and so is a pointer without a marker
extern int enzyme_dup;
extern double __enzyme_autodiff(void *, ...);
double scaled(double *x, double *by) { return *x * *by; }
void derivative(double *x, double *dx, double *by) {
  __enzyme_autodiff((void *)scaled, enzyme_dup, x, dx, by);
}
