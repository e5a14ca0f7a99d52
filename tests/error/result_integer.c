/* A number is no integer, whatever their sizes. */
// error: declared to return 'i64' but the derivative returns 'double'
extern long __adcc_autodiff_l(void *, ...);
static double f(double x) { return x * x; }
int main(void) { return (int)__adcc_autodiff_l((void *)f, 1.0); }
