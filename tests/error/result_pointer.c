/* An adjoint is no pointer, though it has the same size. */
// error: the call is declared to return 'ptr' but the derivative returns 'double'
extern void *__enzyme_autodiff(void *, ...);
static double square(double x) { return x * x; }
void *dsquare(double x) { return __enzyme_autodiff((void *)square, x); }
