/* A caller's tape that cannot hold what the forward half keeps. */
// error: tape|allocated
extern int enzyme_dup, enzyme_allocated, enzyme_tape;
extern void __enzyme_augmentfwd(void *, ...);
static void f(double *x) {
  double v = x[0], w = x[1];
  x[0] = v * v * w;
  x[1] = __builtin_sin(v) * w * w;
}
void df(double *x, double *dx, void *tape) {
  __enzyme_augmentfwd((void *)f, enzyme_allocated, 1, enzyme_tape, tape, enzyme_dup, x, dx);
}
