/* Memory that only a function without a body is given: what it does there is not known. */
// error: no derivative is known for 'total'
// error: no derivative is known for 'transform'
extern void __adcc_autodiff(void *, ...);
extern double total(const double *x, int n);
extern void transform(const double *x, double *y);
static double f(const double *x, int n) { return total(x, n); }
static void h(const double *x, double *y) { transform(x, y); }
void df(double *x, double *dx, double *y, double *dy) {
  __adcc_autodiff((void *)f, x, dx, 3);
  __adcc_autodiff((void *)h, x, dx, y, dy);
}
