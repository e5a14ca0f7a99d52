/* A tape that is a number, and a size that is an address. */
// error: the buffer behind 'tape' must be a pointer
// error: the size behind 'allocated' must be an integer
extern int enzyme_dup, enzyme_allocated, enzyme_tape;
extern void __enzyme_augmentfwd(void *, ...), __enzyme_reverse(void *, ...);
static void f(double *x) { x[0] = __builtin_sin(x[0]); }
void df(double *x, double *dx, void *tape) {
  __enzyme_augmentfwd((void *)f, enzyme_allocated, tape, enzyme_tape, tape, enzyme_dup, x, dx);
  __enzyme_reverse((void *)f, enzyme_allocated, 64, enzyme_tape, 1.0, enzyme_dup, x, dx);
}
