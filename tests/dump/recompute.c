/* What enzyme_nocache says is not kept: neither the function's result nor what is in it. */
// adcc: --explain
// prints: the reverse derivative of 'f' keeps nothing
// never: the result of 'series' is kept
extern void __enzyme_autodiff(void *, ...);
double exp(double);
__attribute__((noinline, annotate("enzyme_nocache"))) static double series(double x) {
  double sum = 0;
  for (int i = 1; i < 6; i++)
    sum += exp(-x * i) / i * sum;
  return sum;
}
static void f(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++) {
    double s = series(x[i]);
    y[i] += s * s * x[i];
  }
}
void df(double *x, double *dx, double *y, double *dy, int n) {
  __enzyme_autodiff((void *)f, x, dx, y, dy, n);
}
