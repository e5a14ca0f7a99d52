/* A registration with too few functions. */
// error: register_gradient
extern double __enzyme_autodiff(void *, ...);
__attribute__((noinline)) static double square(double x) { return x * x; }
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)square};
double f(double x) { return square(x); }
double df(double x) { return __enzyme_autodiff((void *)f, x); }
