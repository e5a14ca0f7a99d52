/* A registration whose name is none: the derivative would not be used. */
// error: misspelt.c:[0-9]+.*error: '__enzyme_register_gradiant_f': what is registered is a register_gradient
// flags: -g
__attribute__((noinline)) double f(double x) { return x * x; }
double df(double x) { return 2 * x; }
void *__enzyme_register_gradiant_f[] = {(void *)f, (void *)f, (void *)df};
extern double __enzyme_autodiff(void *, ...);
double g(double x) { return __enzyme_autodiff((void *)f, x); }
