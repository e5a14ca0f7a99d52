/* Tables that list what they are not about, nothing, or a second rule for a function. */
// error: '__enzyme_nofree_data': every member must be a function
// error: '__enzyme_inactivefn_none': it lists no function
// error: '__enzyme_inactive_global_function': every member must be the address of a global variable
// error: '__enzyme_inactive_global_number': every member must be the address of a global variable
// error: '__enzyme_register_derivative_again': a rule of this kind is registered for 'square' already
extern double __enzyme_fwddiff(void *, ...);
double data;
__attribute__((noinline)) double square(double x) { return x * x; }
double tangent(double x, double dx) { return 2 * x * dx; }
double other(double x, double dx) { return dx * 2 * x; }
void *__enzyme_nofree_data[] = {(void *)&data};
void *__enzyme_inactivefn_none[2];
void *__enzyme_inactive_global_function[] = {(void *)square};
void *__enzyme_inactive_global_number[] = {(void *)&data, (void *)7};
void *__enzyme_register_derivative_once[] = {(void *)square, (void *)tangent};
void *__enzyme_register_derivative_once_more[] = {(void *)square, (void *)tangent};
void *__enzyme_register_derivative_again[] = {(void *)square, (void *)other};
double df(double x) { return __enzyme_fwddiff((void *)square, x, 1.0); }
