/* Through two calls that are not inlined: the message still names the function. */
// error: mystery
extern double __adcc_autodiff(void *, ...);
extern void mystery(double *);
__attribute__((noinline)) static void inner(double *x) { mystery(x); }
__attribute__((noinline)) static double outer(double *x) {
  inner(x);
  return *x;
}
double df(double *x, double *dx) { return __adcc_autodiff((void *)outer, x, dx); }
