/* Active arguments of a variadic function whose body is elsewhere. */
// error: no derivative is known for 'sum'
extern double sum(int n, ...);
extern double __adcc_autodiff(void *, ...);
double f(double x) { return sum(2, x, x * x); }
double df(double x) { return __adcc_autodiff((void *)f, x); }
