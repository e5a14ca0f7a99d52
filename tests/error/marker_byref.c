/* byref with another size, before a number, and before a pointer. */
// error: the size behind 'byref' must be the constant 8, as the function takes 'double' there
// error: the argument behind 'byref' must be a pointer
// error: 'byref' stands before an argument that the function takes as a pointer
extern int enzyme_byref, enzyme_out, enzyme_dup;
extern double __enzyme_autodiff(void *, ...);
static double f(double x, double *y) { return x * *y; }
double all(double *x, double *y, double *dy) {
  return __enzyme_autodiff((void *)f, enzyme_byref, 4, enzyme_out, x, enzyme_dup, y, dy) +
         __enzyme_autodiff((void *)f, enzyme_byref, 8, enzyme_out, *x, enzyme_dup, y, dy) +
         __enzyme_autodiff((void *)f, enzyme_out, *x, enzyme_byref, 8, enzyme_dup, &y, &dy);
}
