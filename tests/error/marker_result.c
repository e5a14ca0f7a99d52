/* Markers about a result that do not fit it, or each other. */
// error: 14:3: error: 'active_return': 'nothing' returns no floating point
// error: 15:3: error: 'dup_return': 'nothing' returns nothing
// error: 16:3: error: 'primal_return': 'nothing' returns nothing
// error: 17:3: error: 'const_return', 'active_return' and 'dup_return' exclude each other
// error: 18:3: error: 'dup_return': 'square' returns no pointer, so that in reverse mode
// error: 19:3: error: 'primal_return' and 'noret' exclude each other
extern int enzyme_active_return, enzyme_dup_return, enzyme_const_return, enzyme_primal_return,
    enzyme_noret;
extern double __enzyme_autodiff(void *, ...), __enzyme_fwddiff(void *, ...);
static void nothing(double *x) { x[0] *= x[0]; }
static double square(double x) { return x * x; }
void all(double *x, double *dx) {
  __enzyme_autodiff((void *)nothing, enzyme_active_return, x, dx);
  __enzyme_fwddiff((void *)nothing, enzyme_dup_return, x, dx);
  __enzyme_fwddiff((void *)nothing, enzyme_primal_return, x, dx);
  __enzyme_autodiff((void *)square, enzyme_const_return, enzyme_active_return, *x);
  __enzyme_autodiff((void *)square, enzyme_dup_return, *x);
  __enzyme_autodiff((void *)square, enzyme_primal_return, enzyme_noret, *x);
}
