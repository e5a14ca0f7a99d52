/* Markers that stand where an argument or a shadow should, or before none. */
// error: 14:3: error: the marker 'const' stands in the place of the argument that the marker 'dup' is for
// error: 15:3: error: the marker 'const' stands in the place of the shadow of argument 1 of 'f'
// error: 16:3: error: the call ends before the argument that the last marker is for
// error: 17:3: error: 'width' is given twice, with another number
// error: 18:3: error: 'augmentsize' takes the function and markers alone
// error: 19:3: error: 'augmentsize' is given more markers than 'f' has parameters
// error: 20:3: error: the marker 'const' stands before what is no argument of 'f'
extern int enzyme_dup, enzyme_const, enzyme_width, enzyme_byref;
extern void __enzyme_autodiff(void *, ...), __enzyme_reverse(void *, ...);
extern int __enzyme_augmentsize(void *, ...);
static void f(double *x, int n) { x[0] *= x[n]; }
void all(double *x, double *dx) {
  __enzyme_autodiff((void *)f, enzyme_dup, enzyme_const, x, dx, 1);
  __enzyme_autodiff((void *)f, enzyme_dup, x, &enzyme_const, 1);
  __enzyme_autodiff((void *)f, x, dx, 1, enzyme_byref, 8);
  __enzyme_autodiff((void *)f, enzyme_width, 2, enzyme_width, 3, x, dx, dx, 1);
  __enzyme_augmentsize((void *)f, enzyme_dup, x);
  __enzyme_augmentsize((void *)f, enzyme_dup, enzyme_const, enzyme_const);
  __enzyme_reverse((void *)f, enzyme_dup, x, dx, enzyme_const, 1, enzyme_const, x);
}
