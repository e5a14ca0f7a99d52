/* A stride that is not an integer, and a shadow with a stride that is no memory. */
// error: the stride behind 'buffer' must be an integer
// error: the stride behind 'dupv' must be an integer
// error: the shadow of argument 1 of 'f' must be a pointer
extern int enzyme_width, enzyme_dupv, enzyme_buffer;
extern void __enzyme_fwddiff(void *, ...), __enzyme_batch(void *, ...);
static double f(double x) { return x * x; }
void lanes(double *x) {
  __enzyme_batch((void *)f, enzyme_width, 2, enzyme_buffer, x, x);
  __enzyme_fwddiff((void *)f, enzyme_width, 2, enzyme_dupv, 8.0, 1.0, x);
  __enzyme_fwddiff((void *)f, enzyme_width, 2, enzyme_dupv, 8, 1.0, 1.0);
}
