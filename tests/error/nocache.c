/* What uses memory cannot be computed again in place of being kept. */
// error: enzyme_nocache: its function uses memory
extern double __enzyme_autodiff(void *, ...);
static double state[2];
__attribute__((noinline, annotate("enzyme_nocache"))) static double next(double x) {
  state[0] += x;
  return state[0] * x;
}
static double f(double x) { return next(x) * next(x * x); }
double df(double x) { return __enzyme_autodiff((void *)f, x); }
