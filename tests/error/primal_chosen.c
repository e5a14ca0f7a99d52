/* Which function it is, is known at run time alone: the help says what to write instead (tests/run's
 * interface_chosen_primal.c does). */
// error: cannot tell which function is to be differentiated
// error: help: pass the function's name as the first argument, or that of a function that calls the pointer
extern double __adcc_autodiff_f(double (*)(double), double);
static double square(double x) { return x * x; }
static double cube(double x) { return x * x * x; }
static double (*const table[])(double) = {square, cube};
double slope(int which, double x) { return __adcc_autodiff_f(table[which], x); }
