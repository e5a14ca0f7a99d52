/* The second half takes the adjoint of the result, then the tape. */
// error: ends before the tape, the last argument being taken for the seed
// error: help: what returns floating point takes a seed before the tape
extern double __enzyme_autodiff(void *, ...);
extern void *__enzyme_augmentfwd(void *, ...);
extern double __enzyme_reverse(void *, ...);
int enzyme_dup;
static double f(double *x) { return x[0] * x[0]; }
double g(double *x, double *d) {
  void *t = __enzyme_augmentfwd((void *)f, enzyme_dup, x, d);
  return __enzyme_reverse((void *)f, enzyme_dup, x, d, t);
}
