/* The two halves are marked differently: the one's tape is none for the other. */
// error: no 'augmentfwd' of 'f' makes a tape for this 'reverse': an argument is marked otherwise
// error: help: write the same markers in both calls
extern void *__enzyme_augmentfwd(void *, ...);
extern void __enzyme_reverse(void *, ...);
int enzyme_dup, enzyme_const;
static void f(double *x, double *y) { *y *= *x * *x; }
void g(double *x, double *dx, double *y, double *dy) {
  void *t = __enzyme_augmentfwd((void *)f, enzyme_const, x, enzyme_dup, y, dy);
  __enzyme_reverse((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, t);
}
