/* Forward rules that return neither the tangent nor {result, tangent}. */
// error: '__enzyme_register_derivative_square': the forward derivative must return 'double', or '. double, double .' with the result in front, but returns 'float'
// error: '__enzyme_register_derivative_clear': the forward derivative must return 'void' but returns 'double'
extern double __enzyme_fwddiff(void *, ...);
__attribute__((noinline)) static double square(double x) { return x * x; }
static float square_tangent(double x, double dx) { return 2 * x * dx; }
void *__enzyme_register_derivative_square[] = {(void *)square, (void *)square_tangent};
__attribute__((noinline)) static void clear(double *x) { *x = 0; }
static double clear_tangent(double *x, double *dx) { return *x = *dx = 0; }
void *__enzyme_register_derivative_clear[] = {(void *)clear, (void *)clear_tangent};
static double f(double x) { return square(x); }
double df(double x) { return __enzyme_fwddiff((void *)f, x, 1.0); }
