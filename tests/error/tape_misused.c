/* Tapes that are null, no pointer, or of a negative size. */
// error: 10:3: error: the size behind 'allocated' is negative
// error: 11:3: error: the buffer behind 'tape' is a null pointer
// error: 12:3: error: the tape is a null pointer
// error: 13:3: error: the tape must be a pointer
extern int enzyme_allocated, enzyme_tape;
extern void __enzyme_augmentfwd(void *, ...), __enzyme_reverse(void *, ...);
static void f(double *x) { x[0] *= x[0]; }
void df(double *x, double *dx, void *tape) {
  __enzyme_augmentfwd((void *)f, enzyme_allocated, -4, enzyme_tape, tape, x, dx);
  __enzyme_augmentfwd((void *)f, enzyme_allocated, 64, enzyme_tape, (void *)0, x, dx);
  __enzyme_reverse((void *)f, x, dx, (void *)0);
  __enzyme_reverse((void *)f, x, dx, 7);
}
