/* The address of a number, and a number for the address; a batch with too few values. */
// error: argument 1 is passed as 'ptr' but the function takes 'double'
// error: argument 2 is passed as 'ptr' but the function takes 'i32'
// error: the shadow of argument 1 of 'scaled' must be a pointer
// error: the call ends before the value for each lane of argument 1 of 'square'
extern int enzyme_width, enzyme_dup;
extern double __enzyme_autodiff(void *, ...);
extern void __enzyme_batch(void *, ...);
static double square(double x) { return x * x; }
static double scaled(double *x, int n) { return *x * n; }
double all(double *x, double *dx, int *n) {
  __enzyme_batch((void *)square, enzyme_width, 2, *x);
  return __enzyme_autodiff((void *)square, x) + __enzyme_autodiff((void *)scaled, x, dx, n) +
         __enzyme_autodiff((void *)scaled, enzyme_dup, x, 3);
}
