/* A number where the function takes an integer of the same size. */
// error: argument 2 is passed as 'double' but the function takes 'i64'
extern double __adcc_autodiff_double(void *, double, double);
double scaled(double x, long n) { return x * (double)n; }
double adjoint(double x) { return __adcc_autodiff_double((void *)scaled, x, 3); }
