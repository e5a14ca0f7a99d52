/* The caller declared int (or forgot to declare). */
// error: i32|int
// flags: -std=gnu89
double f(double x) { return x * x; }
int df(double x) { return __adcc_autodiff((void *)f, x); }
