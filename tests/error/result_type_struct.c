/* One adjoint comes back; the caller declared three. */
// error: double
struct three {
  double a, b, c;
};
extern struct three __adcc_autodiff(void *, ...);
double f(double x) { return x * x; }
struct three df(double x) { return __adcc_autodiff((void *)f, x); }
