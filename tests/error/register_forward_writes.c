/* A forward rule is called in the place of its function: it gives the result, too, where the function
 * writes through pointers. */
// error: 'add_to_tangent': it is called in the place of 'add_to', which may write through pointers and whose result is used: it must return {result, tangent}
extern double __enzyme_fwddiff(void *, ...);
__attribute__((noinline)) static double add_to(double *sum, double x) { return *sum += x; }
static double add_to_tangent(double *sum, double *dsum, double x, double dx) { return *dsum += dx; }
void *__enzyme_register_derivative_add_to[] = {(void *)add_to, (void *)add_to_tangent};
static double f(double *sum, double x) { return add_to(sum, x) * x; }
double df(double *sum, double *dsum) { return __enzyme_fwddiff((void *)f, sum, dsum, 2.0, 1.0); }
