/* Markers that mean nothing to the mode of the call are not ignored. */
// error: 13:3: error: the marker 'dup' means nothing to 'batch': it is for autodiff, fwddiff,
// error: 14:3: error: the marker 'strong_zero' means nothing to 'batch'
// error: 17:3: error: the marker 'tape' means nothing to 'autodiff': it is for augmentfwd, reverse and fwdsplit
// error: 20:3: error: the marker 'allocated' means nothing to 'fwddiff'
// error: 23:3: error: the marker 'scalar' means nothing to 'fwddiff': it is for batch
// error: 26:3: error: 'allocated' is the size of the buffer behind 'tape', but there is no 'tape'
extern int enzyme_dup, enzyme_width, enzyme_tape, enzyme_allocated, enzyme_scalar, enzyme_strong_zero;
extern void __enzyme_batch(void *, ...), __enzyme_autodiff(void *, ...), __enzyme_fwddiff(void *, ...);
extern void *__enzyme_augmentfwd(void *, ...);
static void f(double *x) { x[0] *= x[0]; }
void all(double *x, double *dx) {
  __enzyme_batch((void *)f, enzyme_width, 2, enzyme_dup, x, dx);
  __enzyme_batch((void *)f, enzyme_width, 2, enzyme_strong_zero, x, dx);
}
void reverse(double *x, double *dx, void *tape) {
  __enzyme_autodiff((void *)f, enzyme_tape, tape, enzyme_dup, x, dx);
}
void forward(double *x, double *dx, void *tape) {
  __enzyme_fwddiff((void *)f, enzyme_allocated, 64, enzyme_dup, x, dx);
}
void shared(double *x, double *dx, void *tape) {
  __enzyme_fwddiff((void *)f, enzyme_scalar, x, dx);
}
void half(double *x, double *dx) {
  __enzyme_augmentfwd((void *)f, enzyme_allocated, 64, enzyme_dup, x, dx);
}
